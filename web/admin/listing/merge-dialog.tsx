import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminListing } from '#contract/admin/listings.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { toListingFilter } from '#web/admin/find.ts';
import { STATE_LABELS } from '#web/admin/listings/listing-filter.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog, setAutofocus } from '#web/base/ui/dialog.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';

const MAX_ROWS = 10;

/** Finds the listing to compare with, by its id, phone or words of its name. */
export function MergeDialog({
  open,
  listing,
  onClose,
}: {
  open: boolean;
  listing: { id: number; businessName: string };
  onClose: () => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Merge with another listing')}>
      {open && <Finder listing={listing} />}
    </Dialog>
  );
}

function Finder({ listing }: { listing: { id: number; businessName: string } }) {
  const [typed, setTyped] = useState(listing.businessName);
  const [text, setText] = useState(listing.businessName);
  const filter = { ...toListingFilter(text), limit: String(MAX_ROWS + 1) };
  const { data, error, isFetching } = useQuery<Page<AdminListing>, ApiError>({
    queryKey: [`${ADMIN_API_PREFIX}ads?${new URLSearchParams(filter)}`],
    enabled: text !== '',
    retry: false,
  });
  const others = data?.items.filter(({ id }) => id !== listing.id).slice(0, MAX_ROWS);
  return (
    <div className="grid gap-4">
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setText(typed.trim());
        }}
      >
        <Field label={t('The other listing')} hint={t('Words of its name, its ID or its phone')}>
          {(control) => (
            <TextInput
              {...control}
              ref={setAutofocus}
              type="search"
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        {/* A disabled button would keep Enter from searching for what was typed meanwhile. */}
        <Button
          type="submit"
          variant="secondary"
          busy={isFetching && typed.trim() === text}
          className="justify-self-start"
        >
          {t('Search')}
        </Button>
      </form>
      {error && <p role="alert">{error.message}</p>}
      <p role="status" className={others?.length === 0 ? 'text-muted' : 'sr-only'}>
        {others &&
          (others.length === 0 ? t('No other listing matches.') : t('{count} found', { count: others.length }))}
      </p>
      {others && others.length > 0 && (
        <ul className="grid gap-1">
          {others.map((other) => (
            <li key={other.id}>
              <a
                href={`/admin/ads/${listing.id}?with=${other.id}`}
                className="typed block min-h-11 rounded-field px-3 py-2 hover:bg-pacific-wash"
              >
                <span className="link font-semibold">{other.title}</span>
                <span className="block text-muted text-sm">
                  #{other.id} · {[other.address, other.city, other.zip].filter(Boolean).join(', ')}
                  {other.state !== 'shown' && ` · ${STATE_LABELS[other.state]}`}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
