import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { Button } from '#web/base/ui/button.tsx';

const SuggestEditDialog = lazy(() => import('./suggest-edit-dialog.tsx'));

/** Asks whether the facts of a listing are right. */
export function StillRight({ listing }: { listing: ListingPage }) {
  // Undefined until the first click, which loads the dialog.
  const [open, setOpen] = useState<boolean>();
  const confirm = async () => (await import('./confirm-listing.ts')).confirmListing(listing.id);
  return (
    <>
      <p className="w-full sm:w-auto">{t('Is this information right?')}</p>
      <Button variant="secondary" size="sm" onClick={confirm}>
        {t('Yes')}
      </Button>
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
