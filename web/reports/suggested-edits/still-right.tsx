import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { formatDataMonth } from '#web/base/formats/data-month.ts';
import { Button } from '#web/base/ui/button.tsx';

const SuggestEditDialog = lazy(() => import('./suggest-edit-dialog.tsx'));

/** Asks whether the facts of a listing are right; of one whose source is old, whether it is still there. */
export function StillRight({ listing }: { listing: ListingPage }) {
  // Undefined until the first click, which loads the dialog.
  const [open, setOpen] = useState<boolean>();
  const answer = async (kind: 'confirmed' | 'closed') =>
    (await import('./confirm-listing.ts')).answerAboutListing(listing.id, kind);
  const since = listing.asksPresence && listing.sources[0]?.date;
  return (
    <>
      <p className="w-full sm:w-auto">
        {since
          ? t('This information is from {month}. Is it still here?', { month: formatDataMonth(since) })
          : t('Is this information right?')}
      </p>
      <Button variant="secondary" size="sm" onClick={() => answer('confirmed')}>
        {t('Yes')}
      </Button>
      {since && (
        <Button variant="secondary" size="sm" onClick={() => answer('closed')}>
          {t('No')}
        </Button>
      )}
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {t('Suggest an edit')}
      </Button>
      {open !== undefined && (
        <Suspense>
          <SuggestEditDialog listing={listing} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
