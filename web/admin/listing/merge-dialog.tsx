import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LikelyListing } from '#contract/admin/comparison.ts';
import type { AdminListing } from '#contract/admin/listings.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { toListingFilter } from '#web/admin/find/find.ts';
import { describeState } from '#web/admin/listings/listing-filter.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog, setAutofocus } from '#web/base/ui/dialog.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { deskPath } from './desk-queries.ts';
import { formatDistance } from './distance.ts';

const MAX_ROWS = 10;

/** Offers the listings that are likely the same business, and finds others by number, phone, or words of name and address. */
export function MergeDialog({
  open,
  listing,
  onClose,
}: {
  open: boolean;
  listing: { id: number; title: string };
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Merge {listing} #{id} with another listing', { listing: listing.title, id: listing.id })}
    >
      {open && <Finder listing={listing} />}
    </Dialog>
  );
}

function Finder({ listing }: { listing: { id: number } }) {
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const likely = useQuery<Page<LikelyListing>, ApiError>({
    queryKey: [`${deskPath(listing.id)}/likely`],
    staleTime: 0,
    retry: false,
  });
  const filter = { ...toListingFilter(text), limit: String(MAX_ROWS + 1) };
  const found = useQuery<Page<AdminListing>, ApiError>({
    queryKey: [`${ADMIN_API_PREFIX}ads?${new URLSearchParams(filter)}`],
    enabled: text !== '',
    retry: false,
  });
  const others = found.data?.items.filter(({ id }) => id !== listing.id).slice(0, MAX_ROWS);
  const error = likely.error ?? found.error;
  return (
    <div className="grid gap-4">
      <section aria-label={t('Most likely')} className="grid gap-1">
        <p className="font-semibold">{t('Most likely')}</p>
        {likely.data ? (
          likely.data.items.length > 0 ? (
            <OtherListings id={listing.id} others={likely.data.items} />
          ) : (
            <p className="text-muted">{t('No listing at this address, near it or with a name like this one.')}</p>
          )
        ) : (
          !likely.error && <Spinner label={t('Loading…')} />
        )}
      </section>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setText(typed.trim());
        }}
      >
        <Field
          label={t('Another listing')}
          hint={t('Words of its name, street or city, its ZIP code, number or phone')}
        >
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
          busy={found.isFetching && typed.trim() === text}
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
      {others && others.length > 0 && <OtherListings id={listing.id} others={others} />}
    </div>
  );
}

type Other = Pick<AdminListing, 'id' | 'title' | 'address' | 'city' | 'zip' | 'state'> &
  Partial<LikelyListing & Pick<AdminListing, 'mergedInto'>>;

/** Listings, each with a link that compares it with this one. */
function OtherListings({ id, others }: { id: number; others: Other[] }) {
  return (
    <ul className="grid gap-1">
      {others.map((other) => (
        <li key={other.id}>
          <a
            href={`/admin/ads/${id}?with=${other.id}`}
            className="typed block min-h-11 rounded-field px-3 py-2 hover:bg-pacific-wash"
          >
            <span className="link font-semibold">{other.title}</span>
            <span className="block text-muted text-sm">
              {[
                `#${other.id}`,
                [other.address, other.city, other.zip].filter(Boolean).join(', '),
                ...toNotes(other),
              ].join(' · ')}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const toNotes = ({ state, mergedInto, likeness, distanceMeters }: Other) => [
  ...(state === 'shown' ? [] : [describeState({ state, mergedInto })]),
  ...(likeness ? [likeness] : []),
  ...(distanceMeters == null ? [] : [formatDistance(distanceMeters)]),
];
