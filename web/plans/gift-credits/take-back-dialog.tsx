import { t } from '#contract/i18n/t.ts';
import type { GiftCredit } from '#contract/plans/gift-credits.ts';
import { moneyReasonBodySchema } from '#contract/plans/plan-prices.ts';
import { rich } from '../../i18n/rich.ts';
import { TextArea } from '../../ui/form/controls.tsx';
import { FormControl, useSchemaForm } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useGiftActions } from './gift-queries.ts';

/** Takes an unused credit back. */
export function TakeBackDialog({ credit, onClose }: { credit: GiftCredit; onClose: () => void }) {
  const { takeBack } = useGiftActions();
  const form = useSchemaForm<{ reason: string }>({
    schema: moneyReasonBodySchema,
    defaultValues: { reason: '' },
    onSubmit: async ({ reason }) => {
      const failure = await takeBack(credit.id, reason);
      if (failure) return failure;
      toast({
        title: t('Credit taken back'),
        description: t('{username} can’t use it any more.', { username: credit.account.username }),
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
      title={t('Take this credit back?')}
      intro={
        <p className="mb-4 text-muted">
          {rich('{plan} of {username}. The owner gets an email, and can’t use it any more.', {
            plan: credit.planName,
            username: <bdi>{credit.account.username}</bdi>,
          })}
        </p>
      }
      focus="reason"
      submitLabel={t('Take back')}
      busyLabel={t('Taking back...')}
      danger
    >
      <FormControl form={form} name="reason" label={t('Reason')} hint={t('Kept in the audit log.')}>
        {(control) => <TextArea {...control} rows={3} maxLength={1000} />}
      </FormControl>
    </FormDialog>
  );
}
