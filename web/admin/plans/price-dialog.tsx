import { t } from '#contract/i18n/t.ts';
import { type AdminPlan, type PriceOrder, priceOrderSchema } from '#contract/plans/plan-prices.ts';
import { z } from '#contract/zod.ts';
import { parseCents } from '#web/admin/payments/refund-amount.ts';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { usePriceActions } from './plan-queries.ts';
import { TextsWithAmounts } from './texts-with-amounts.tsx';

const NO_AMOUNT = t('Enter a price in dollars, such as 120 or 120.50');

/** The form: an amount of dollars as typed, which is only needed while the plan is sold. */
const formSchema = z
  .object({ sold: z.enum(['yes', 'no']), dollars: z.string().max(20), holdsFrom: z.string(), reason: z.string() })
  .transform(({ sold, dollars, holdsFrom, reason }, context): PriceOrder => {
    const priceCents = sold === 'no' ? null : parseCents(dollars);
    if (sold === 'yes' && priceCents === null) {
      context.addIssue({ code: 'custom', path: ['dollars'], message: NO_AMOUNT });
      return z.NEVER;
    }
    const order = priceOrderSchema.safeParse({ priceCents, holdsFrom: holdsFrom || undefined, reason });
    if (order.success) return order.data;
    for (const { path, message } of order.error.issues)
      context.addIssue({ code: 'custom', path: path[0] === 'priceCents' ? ['dollars'] : [...path], message });
    return z.NEVER;
  });

/** 12050 is '120.50', 12000 is '120'. */
const toDollars = (cents: number) => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2));

/** Plans a price of a plan, or takes it off sale, from a day on or right now. */
export function PriceDialog({ plan, onClose }: { plan: AdminPlan; onClose: () => void }) {
  const { schedule } = usePriceActions();
  const form = useSchemaForm<z.input<typeof formSchema>, PriceOrder>({
    schema: formSchema,
    defaultValues: {
      sold: 'yes',
      dollars: plan.current?.priceCents ? toDollars(plan.current.priceCents) : '',
      holdsFrom: '',
      reason: '',
    },
    onSubmit: async (order) => {
      const failure = await schedule(plan.id, order);
      if (failure) {
        const issues = failure.issues?.map((issue) =>
          issue.path === 'priceCents' ? { ...issue, path: 'dollars' } : issue,
        );
        return { ...failure, issues };
      }
      toast({
        title: t('Price saved'),
        description: order.holdsFrom
          ? t('It holds from that day on. You can announce it in a banner or by email: the links are below the plan.')
          : t('It holds now.'),
      });
      onClose();
      return undefined;
    },
  });
  const isSold = form.watch('sold') === 'yes';
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Price of {plan}', { plan: plan.name })}
      intro={
        <div className="mb-4 grid gap-2 text-muted">
          <p>{t('Pages, the checkout and receipts follow. Open payments keep their price.')}</p>
          <TextsWithAmounts />
        </div>
      }
      focus="sold"
      submitLabel={t('Save price')}
      busyLabel={t('Saving...')}
    >
      <FormControl form={form} name="sold" label={t('This plan is')}>
        {(control) => (
          <Select {...control}>
            <option value="yes">{t('On sale')}</option>
            <option value="no">{t('Off sale')}</option>
          </Select>
        )}
      </FormControl>
      {isSold && (
        <FormControl
          form={form}
          name="dollars"
          label={t('Price of the whole term')}
          hint={t('In dollars, such as 120 or 120.50.')}
        >
          {(control) => <TextInput {...control} inputMode="decimal" autoComplete="off" />}
        </FormControl>
      )}
      <FormControl
        form={form}
        name="holdsFrom"
        label={t('From', null, 'date')}
        optional
        hint={t(
          'That day at midnight in Los Angeles; visitors see the price of today until then. Empty means now. After saving, you can announce it in a banner or by email to owners.',
        )}
      >
        {(control) => <TextInput {...control} type="date" />}
      </FormControl>
      <FormControl form={form} name="reason" label={t('Reason')} hint={t('Required. Kept in the audit log.')}>
        {(control) => <TextArea {...control} rows={3} maxLength={1000} />}
      </FormControl>
    </FormDialog>
  );
}
