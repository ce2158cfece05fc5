import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import { toast } from '#web/base/ui/toast.tsx';
import { loadSavedStore, useSavedIds } from './use-saved-ids.ts';

const HEART = { __html: '<path d="M12 20 4 12a5 5 0 1 1 8-6 5 5 0 1 1 8 6z"></path>' };

/**
 * A toggle that saves a listing or removes it. The server renders it as not saved, since a page does not depend on the visitor;
 * the browser updates it when the saved ids are loaded.
 * @param children the visible text; without it the button is a heart icon
 */
export function SaveButton({
  listing: { id, title },
  className = 'heart',
  children,
}: {
  listing: Pick<Listing, 'id' | 'title'>;
  className?: string;
  children?: ReactNode;
}) {
  const client = useQueryClient();
  const isSaved = useSavedIds()?.includes(id) ?? false;
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      onClick={() =>
        loadSavedStore().then(
          ({ toggleSaved }) => toggleSaved(client, { id, title }),
          () => toast({ title: t('Couldn’t save'), tone: 'danger' }),
        )
      }
      className={`save ${className}`}
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, without an element for React. */}
      <svg viewBox="0 0 24 24" aria-hidden="true" dangerouslySetInnerHTML={HEART} />
      {children}
      <span className="sr-only">{children ? ` ${title}` : t('Save {title}', { title })}</span>
    </button>
  );
}
