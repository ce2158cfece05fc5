import { t } from '#contract/i18n/t.ts';
import { type AdminPlan, type AdminPlanPrice, moneyReasonBodySchema } from '#contract/plans/plan-prices.ts';
import { formatDollars } from '#contract/plans.ts';
import { rich } from '../i18n/rich.ts';
import { TextArea } from '../ui/form/controls.tsx';
import { FormControl, useSchemaForm } from '../ui/form/form.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { LongDate } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { usePriceActions } from './plan-queries.ts';

/** Withdraws a price that does not hold yet. */
export function WithdrawDialog({
  plan,
  price,
  onClose,
}: {
  plan: AdminPlan;
  price: AdminPlanPrice;
  onClose: () => void;
}) {
  const { withdraw } = usePriceActions();
  const form = useSchemaForm<{ reason: string }>({
    schema: moneyReasonBodySchema,
    defaultValues: { reason: '' },
    onSubmit: async ({ reason }) => {
      const failure = await withdraw(price.id, reason);
      if (failure) return failure;
      toast({ title: t('Price withdrawn'), description: t('{plan} keeps the price that holds.', { plan: plan.name }) });
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Withdraw this price?')}
      intro={
        <p className="mb-4 text-muted">
          {price.priceCents === null
            ? rich('{plan}, off sale from {date}.', { plan: plan.name, date: <LongDate at={price.holdsFrom} /> })
            : rich('{plan}, {price} from {date}.', {
                plan: plan.name,
                price: formatDollars(price.priceCents),
                date: <LongDate at={price.holdsFrom} />,
              })}
        </p>
      }
      focus="reason"
      submitLabel={t('Withdraw price')}
      busyLabel={t('Withdrawing...')}
      danger
    >
      <FormControl form={form} name="reason" label={t('Reason')} hint={t('Kept in the audit log.')}>
        {(control) => <TextArea {...control} rows={3} maxLength={1000} />}
      </FormControl>
    </FormDialog>
  );
}
