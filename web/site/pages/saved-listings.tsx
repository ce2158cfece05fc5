import { type ReactNode, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { SavedList } from './saved-list.tsx';

const PAGE_SIZE = 50;

/**
 * All saved listings, or those of a list, page by page.
 * @param children what is done with them
 */
export function SavedListings({
  ids,
  isList,
  children,
}: {
  ids: readonly number[];
  isList?: boolean;
  children?: ReactNode;
}) {
  const [shown, setShown] = useState(PAGE_SIZE);
  if (ids.length === 0) return <NoneYet />;
  const pages = Array.from({ length: Math.ceil(Math.min(shown, ids.length) / PAGE_SIZE) }, (_, index) =>
    ids.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE),
  );
  return (
    <>
      {!isList && <h2 className="sr-only">{t('Everything you saved')}</h2>}
      <p role="status" className="mb-4 text-muted tabular-nums">
        {isList
          ? t('{count, plural, one {# listing} other {# listings, most recently added first}}', { count: ids.length })
          : t(
              '{count, plural, one {# listing, most recently saved first} other {# listings, most recently saved first}}',
              { count: ids.length },
            )}
      </p>
      {children}
      {pages.map((pageIds, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its index.
        <SavedList key={index} ids={pageIds} />
      ))}
      {shown < ids.length && (
        <div className="mt-6 text-center">
          <Button variant="secondary" onClick={() => setShown(shown + PAGE_SIZE)}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </>
  );
}

function NoneYet() {
  return (
    <EmptyState
      as="h2"
      title={t('Nothing saved yet')}
      action={
        <>
          <a href="/search" className={buttonClass()}>
            {t('Search the directory')}
          </a>
          <a href="/browse" className={buttonClass({ variant: 'secondary' })}>
            {t('Browse Ads')}
          </a>
        </>
      }
    >
      {t('Tap the heart on a listing to save it here.')}
    </EmptyState>
  );
}
