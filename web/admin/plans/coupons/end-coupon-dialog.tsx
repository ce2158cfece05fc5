import { t } from '#contract/i18n/t.ts';
import type { Coupon } from '#contract/plans/coupons.ts';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';
import { formatOff } from './coupon-labels.ts';
import { useCouponActions } from './coupon-queries.ts';

/** Ends a coupon for good. */
export function EndCouponDialog({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const { end } = useCouponActions();
  return (
    <ReasonDialog
      question={{
        title: t('End this coupon?'),
        description: t(
          '{code}, {discount}. Nobody can enter it any more, and it can’t be started again. Payments that have begun keep their price.',
          { code: coupon.code, discount: formatOff(coupon) },
        ),
        reason: { label: t('Reason'), hint: t('Required. Kept in the audit log.') },
        confirmLabel: t('End coupon'),
        busyLabel: t('Ending...'),
        danger: true,
      }}
      onSubmit={(reason) => end(coupon, reason)}
      done={{
        title: t('Coupon ended'),
        description: t('Nobody can enter {code} any more.', { code: coupon.code }),
        tone: 'success',
      }}
      onClose={onClose}
    />
  );
}
