import { t } from '#contract/i18n/t.ts';
import type { Coupon } from '#contract/plans/coupons.ts';
import { moneyReasonBodySchema } from '#contract/plans/plan-prices.ts';
import { TextArea } from '../../ui/form/controls.tsx';
import { FormControl, useSchemaForm } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { formatOff } from './coupon-labels.ts';
import { useCouponActions } from './coupon-queries.ts';

/** Ends a coupon for good. */
export function EndCouponDialog({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const { end } = useCouponActions();
  const form = useSchemaForm<{ reason: string }>({
    schema: moneyReasonBodySchema,
    defaultValues: { reason: '' },
    onSubmit: async ({ reason }) => {
      const failure = await end(coupon, reason);
      if (failure) return failure;
      toast({
        title: t('Coupon ended'),
        description: t('Nobody can enter {code} any more.', { code: coupon.code }),
        tone: 'success',
      });
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('End this coupon?')}
      intro={
        <p className="mb-4 text-muted">
          {t(
            '{code}, {discount}. Nobody can enter it any more, and it can’t be started again. Payments that have begun keep their price.',
            { code: coupon.code, discount: formatOff(coupon) },
          )}
        </p>
      }
      focus="reason"
      submitLabel={t('End coupon')}
      busyLabel={t('Ending...')}
      danger
    >
      <FormControl form={form} name="reason" label={t('Reason')} hint={t('Kept in the audit log.')}>
        {(control) => <TextArea {...control} rows={3} maxLength={1000} />}
      </FormControl>
    </FormDialog>
  );
}
