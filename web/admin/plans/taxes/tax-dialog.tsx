import { t } from '#contract/i18n/t.ts';
import { type AdminTaxRate, type TaxOrder, taxOrderSchema } from '#contract/plans/taxes.ts';
import { z } from '#contract/zod.ts';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, type FormFailure, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { useTaxActions } from './tax-queries.ts';

/** 'Sales tax 7.75%' or 'No sales tax'. */
export const describeTax = (tax: AdminTaxRate['tax']) => (tax ? `${tax.name} ${tax.percent}%` : t('No sales tax'));

// Buyers read it on English invoices too, whatever the language of the form.
const FIRST_NAME = 'Sales tax';

const toField = (path: string) => path.replace(/^tax\./, '');

/** What is typed: a percentage as text, which is only needed where a tax is added. */
const formSchema = z
  .object({
    added: z.enum(['yes', 'no']),
    name: z.string(),
    percent: z.string().max(20),
    holdsFrom: z.string(),
    reason: z.string(),
  })
  .transform(({ added, name, percent, holdsFrom, reason }, context): TaxOrder => {
    const tax = added === 'no' ? null : { name, percent: percent.trim() === '' ? Number.NaN : Number(percent) };
    const order = taxOrderSchema.safeParse({ tax, holdsFrom: holdsFrom || undefined, reason });
    if (order.success) return order.data;
    for (const { path, message } of order.error.issues)
      context.addIssue({ code: 'custom', path: [toField(path.join('.'))], message });
    return z.NEVER;
  });

/** Adds a sales tax to new purchases, or stops adding one, from a day on or right now. */
export function TaxDialog({ onClose }: { onClose: () => void }) {
  const { schedule } = useTaxActions();
  const form = useSchemaForm<z.input<typeof formSchema>, TaxOrder>({
    schema: formSchema,
    defaultValues: { added: 'yes', name: FIRST_NAME, percent: '', holdsFrom: '', reason: '' },
    onSubmit: async (order): Promise<FormFailure | undefined> => {
      const failure = await schedule(order);
      if (failure)
        return { ...failure, issues: failure.issues?.map((issue) => ({ ...issue, path: toField(issue.path) })) };
      toast({
        title: t('Sales tax saved'),
        description: order.holdsFrom ? t('It holds from that day on.') : t('It holds now.'),
        tone: 'success',
      });
      onClose();
      return undefined;
    },
  });
  const isAdded = form.watch('added') === 'yes';
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Change sales tax')}
      intro={<p className="mb-4 text-muted">{t('What was bought before, and open payments, stay as they are.')}</p>}
      focus="added"
      submitLabel={t('Save sales tax')}
      busyLabel={t('Saving...')}
    >
      <FormControl form={form} name="added" label={t('At the checkout')}>
        {(control) => (
          <Select {...control}>
            <option value="yes">{t('Add a tax to the price')}</option>
            <option value="no">{t('Add nothing')}</option>
          </Select>
        )}
      </FormControl>
      {isAdded && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <FormControl form={form} name="name" label={t('Name')} hint={t('As buyers see it.')}>
            {(control) => <TextInput {...control} autoComplete="off" />}
          </FormControl>
          <FormControl form={form} name="percent" label={t('Percent')} hint={t('Such as 7.75.')}>
            {(control) => <TextInput {...control} inputMode="decimal" autoComplete="off" />}
          </FormControl>
        </div>
      )}
      <FormControl
        form={form}
        name="holdsFrom"
        label={t('From', null, 'date')}
        optional
        hint={t('That day at midnight in Los Angeles. Empty means now.')}
      >
        {(control) => <TextInput {...control} type="date" />}
      </FormControl>
      <FormControl form={form} name="reason" label={t('Reason')} hint={t('Required. Kept in the audit log.')}>
        {(control) => <TextArea {...control} rows={3} maxLength={1000} />}
      </FormControl>
    </FormDialog>
  );
}
