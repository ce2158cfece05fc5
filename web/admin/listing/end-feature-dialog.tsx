import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { TakeBackDialog } from '#web/admin/plans/gift-credits/take-back-dialog.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { LEVEL_NAMES } from '#web/owner-listings/status.ts';
import { deskQuery } from './desk-queries.ts';
import { findGift } from './find-gift.ts';

/** Ends the gift that features a listing. */
export function EndFeatureDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: desk, error } = useQuery(deskQuery(id));
  const gift = desk && findGift(desk);
  if (!desk || !gift)
    return (
      <Dialog open onClose={onClose} title={t('End this gift now?')}>
        {desk || error ? (
          <p role="alert">
            {error?.message ?? t('What features this listing was paid for. Refund it under Payments.')}
          </p>
        ) : (
          <Spinner label={t('Loading the listing…')} className="min-h-24" />
        )}
      </Dialog>
    );
  return (
    <TakeBackDialog
      credit={{
        id: gift.paymentId,
        state: 'used',
        planName: LEVEL_NAMES[gift.level],
        listing: { id, title: desk.listing.title },
        account: { id: desk.owner?.id ?? null, username: desk.owner?.username ?? '' },
      }}
      onClose={onClose}
    />
  );
}
