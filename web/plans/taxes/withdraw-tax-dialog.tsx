import { t } from '#contract/i18n/t.ts';
import { moneyReasonBodySchema } from '#contract/plans/plan-prices.ts';
import type { AdminTaxRate } from '#contract/plans/taxes.ts';
import { rich } from '../../i18n/rich.ts';
import { TextArea } from '../../ui/form/controls.tsx';
import { FormControl, useSchemaForm } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { LongDate } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { describeTax } from './tax-dialog.tsx';
import { useTaxActions } from './tax-queries.ts';

/** Withdraws a sales tax that does not hold yet. */
export function WithdrawTaxDialog({ rate, onClose }: { rate: AdminTaxRate; onClose: () => void }) {
  const { withdraw } = useTaxActions();
  const form = useSchemaForm<{ reason: string }>({
    schema: moneyReasonBodySchema,
    defaultValues: { reason: '' },
    onSubmit: async ({ reason }) => {
      const failure = await withdraw(rate.id, reason);
      if (failure) return failure;
      toast({ title: t('Withdrawn'), description: t('What holds now stays.'), tone: 'success' });
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Withdraw this change?')}
      intro={
        <p className="mb-4 text-muted">
          {rich('{tax} from {date}.', { tax: describeTax(rate.tax), date: <LongDate at={rate.holdsFrom} /> })}
        </p>
      }
      focus="reason"
      submitLabel={t('Withdraw')}
      busyLabel={t('Withdrawing...')}
      danger
    >
      <FormControl form={form} name="reason" label={t('Reason')} hint={t('Kept in the audit log.')}>
        {(control) => <TextArea {...control} rows={3} maxLength={1000} />}
      </FormControl>
    </FormDialog>
  );
}
