import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Billing, billingSchema } from '#contract/plans/billing.ts';
import { type ApiError, send } from '#web/app/api.ts';
import { toFailure } from '#web/app/run-mutation.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea, TextInput } from '#web/ui/form/controls.tsx';
import { FormControl, useSchemaForm } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast.tsx';

const PATH = '/api/user/billing';

/** What the user wants on invoices: a company and an address. */
export default function BillingDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data, error } = useQuery<Billing, ApiError>({ queryKey: [PATH], staleTime: 0, enabled: open });
  if (data && open) return <BillingForm billing={data} onClose={onClose} />;
  return (
    <Dialog open={open} onClose={onClose} title={TITLE}>
      {error ? <p role="alert">{error.message}</p> : <Spinner label="Loading your billing details…" />}
    </Dialog>
  );
}

const TITLE = 'Billing details';

function BillingForm({ billing, onClose }: { billing: Billing; onClose: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm<Billing>({
    schema: billingSchema,
    defaultValues: billing,
    onSubmit: (changed) =>
      toFailure('We couldn’t save your billing details', async () => {
        client.setQueryData([PATH], await send<Billing>('PUT', PATH, changed));
        onClose();
        toast({ title: 'Billing details saved', description: 'They’re on your next invoice.', tone: 'success' });
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
          They appear on invoices from now on. Invoices you already have stay as they are.
        </p>
      }
      focus="companyName"
      submitLabel="Save"
      busyLabel="Saving..."
    >
      <FormControl form={form} name="companyName" label="Company name" optional>
        {(control) => <TextInput {...control} autoComplete="organization" />}
      </FormControl>
      <FormControl form={form} name="address" label="Billing address" optional hint="Up to 6 lines.">
        {(control) => <TextArea {...control} rows={4} autoComplete="street-address" />}
      </FormControl>
    </FormDialog>
  );
}
