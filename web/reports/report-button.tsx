import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

const ReportDialog = lazy(() => import('./report-dialog.tsx'));

/** A button that opens the form to report a listing. */
export function ReportButton({ listing }: { listing: ListingPage }) {
  // Undefined until the first click, which loads the dialog.
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <Button variant="ghost" size="sm" className="-ml-3.5" onClick={() => setOpen(true)}>
        <Icon name="flag" />
        {t('Report this listing')}
      </Button>
      {open !== undefined && (
        <Suspense>
          <ReportDialog listing={listing} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
