import { useState } from 'react';
import type { AdBooking } from '#contract/advertising/ad-bookings.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { useBookingActions } from './ad-queries.ts';

/** Asks before a booked ad is ended or canceled. */
export function EndAdDialog({ ad, onClose }: { ad: AdBooking; onClose: () => void }) {
  const { end } = useBookingActions();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isRunning = ad.state === 'running';
  const confirm = async () => {
    setBusy(true);
    const failed = await end(ad);
    setBusy(false);
    if (failed) return setFailure(failed.message);
    toast({ title: isRunning ? t('Ad ended') : t('Ad canceled'), tone: 'success' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={isRunning ? t('End this ad now?') : t('Cancel this ad?')}
      actions={
        <>
          <Button variant="danger" busy={busy} onClick={confirm}>
            {isRunning ? t('End now') : t('Cancel ad')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('Keep it')}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere font-semibold">{ad.advertiser}</p>
      <p className="mt-2 text-muted">
        {t('It can’t be started again. Its numbers stay.')} {isRunning && t('It leaves all pages within a minute.')}
      </p>
      {failure && (
        <p role="alert" className="mt-3 text-danger">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
