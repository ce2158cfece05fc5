import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { type Billing, billingSchema } from '#contract/plans/billing.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { toast } from '#web/base/ui/toast.tsx';

const PATH = '/api/user/billing';

/** What the user wants on invoices: a company and an address. */
export default function BillingDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data, error } = useQuery<Billing, ApiError>({ queryKey: [PATH], staleTime: 0, enabled: open });
  if (data && open) return <BillingForm billing={data} onClose={onClose} />;
  return (
    <Dialog open={open} onClose={onClose} title={TITLE}>
      {error ? <p role="alert">{error.message}</p> : <Spinner label={t('Loading your billing details…')} />}
    </Dialog>
  );
}

const TITLE = t('Billing details');

function BillingForm({ billing, onClose }: { billing: Billing; onClose: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm<Billing>({
    schema: billingSchema,
    defaultValues: billing,
    onSubmit: (changed) =>
      toFailure(t('We couldn’t save your billing details'), async () => {
        client.setQueryData([PATH], await send<Billing>('PUT', PATH, changed));
        onClose();
        toast({ title: t('Billing details saved'), description: t('They’re on your next invoice.'), tone: 'success' });
      }),
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={TITLE}
      intro={
        <p className="mb-5 text-muted">
          {t('They appear on invoices from now on. Invoices you already have stay as they are.')}
        </p>
      }
      focus="companyName"
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
    >
      <FormControl form={form} name="companyName" label={t('Company name')} optional>
        {(control) => <TextInput {...control} autoComplete="organization" />}
      </FormControl>
      <FormControl form={form} name="address" label={t('Billing address')} optional hint={t('Up to 6 lines.')}>
        {(control) => <TextArea {...control} rows={4} autoComplete="street-address" />}
      </FormControl>
    </FormDialog>
  );
}
