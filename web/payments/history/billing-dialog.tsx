import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { Payment } from '#contract/payments.ts';
import { type Billing, billingSchema } from '#contract/plans/billing.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { getInvoiceVersionsPath, invalidatePayments } from './payment-queries.ts';

const PATH = '/api/user/billing';

/** What the user wants on invoices, or on that of a payment, which is then reissued: a company, an address and a tax ID. */
export default function BillingDialog({ open, payment, onClose }: BillingDialogProps & { open: boolean }) {
  const { data, error } = useQuery<Billing, ApiError>({ queryKey: [PATH], staleTime: 0, enabled: open });
  if (data && open) return <BillingForm billing={data} payment={payment} onClose={onClose} />;
  return (
    <Dialog open={open} onClose={onClose} title={payment ? REISSUE_TITLE : TITLE}>
      {error ? <p role="alert">{error.message}</p> : <Spinner label={t('Loading your billing details…')} />}
    </Dialog>
  );
}

interface BillingDialogProps {
  /** The payment whose invoice is reissued; undefined for what later invoices say. */
  payment?: Payment;
  onClose: () => void;
}

const TITLE = t('Billing details');
const REISSUE_TITLE = t('Reissue invoice');

function BillingForm({ billing, payment, onClose }: BillingDialogProps & { billing: Billing }) {
  const client = useQueryClient();
  const form = useSchemaForm<Billing>({
    schema: billingSchema,
    defaultValues: billing,
    onSubmit: (changed) =>
      toFailure(
        payment ? t('We couldn’t reissue the invoice') : t('We couldn’t save your billing details'),
        async () => {
          if (payment) {
            await send('POST', getInvoiceVersionsPath(payment), changed);
            await invalidatePayments(client);
            onClose();
            toast({
              title: t('Invoice reissued'),
              description: t('The earlier version stays available.'),
              tone: 'success',
            });
            return;
          }
          client.setQueryData([PATH], await send<Billing>('PUT', PATH, changed));
          onClose();
          toast({
            title: t('Billing details saved'),
            description: t('They’re on your next invoice.'),
            tone: 'success',
          });
        },
      ),
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={payment ? REISSUE_TITLE : TITLE}
      intro={
        <p className="mb-5 text-muted">
          {payment
            ? t('The new version has the same number and amounts, with these details. The earlier version stays.')
            : t('They appear on invoices from now on. Invoices you already have stay as they are.')}
        </p>
      }
      focus="companyName"
      submitLabel={payment ? t('Reissue', null, 'verb') : t('Save')}
      busyLabel={payment ? t('Sending...') : t('Saving...')}
    >
      <FormControl form={form} name="companyName" label={t('Company name')} optional>
        {(control) => <TextInput {...control} autoComplete="organization" />}
      </FormControl>
      <FormControl form={form} name="address" label={t('Billing address')} optional hint={t('Up to 6 lines.')}>
        {(control) => <TextArea {...control} rows={4} autoComplete="street-address" />}
      </FormControl>
      <FormControl form={form} name="taxId" label={t('Tax ID')} optional hint={t('Such as your EIN.')}>
        {(control) => <TextInput {...control} autoComplete="off" />}
      </FormControl>
    </FormDialog>
  );
}
