import { lazy, Suspense, useEffect, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { Icon } from '#web/base/ui/icon.tsx';

const MessageDialog = lazy(() => import('./message-dialog.tsx'));

/** A button that opens the form to write to a business. */
export function MessageButton({ listing }: { listing: ListingPage }) {
  // Undefined until the first click, which loads the dialog.
  const [open, setOpen] = useState<boolean>();
  // Cards on other sites lead to the form.
  useEffect(() => {
    if (location.hash === '#message') setOpen(true);
  }, []);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        <Icon name="mail" className="size-5" />
        {t('Message', null, 'verb')}
      </button>
      {open !== undefined && (
        <Suspense>
          <MessageDialog listing={listing} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
