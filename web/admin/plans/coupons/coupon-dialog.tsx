import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { type Coupon, type CouponForm, couponFormSchema } from '#contract/plans/coupons.ts';
import { boundsHint } from '#web/admin/bounds-hint.ts';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, type FormFailure, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { type CouponInput, formSchema, toField, toInput } from './coupon-form.ts';
import { useCouponActions } from './coupon-queries.ts';
import { PlansField } from './plans-field.tsx';

/** Creates a coupon, or changes one that nobody has used yet. */
export function CouponDialog({ coupon, onClose }: { coupon: Coupon | null; onClose: () => void }) {
  const { create, edit } = useCouponActions();
  const [defaultValues] = useState(() => toInput(coupon));
  const form = useSchemaForm<CouponInput, CouponForm>({
    schema: formSchema,
    defaultValues,
    onSubmit: async (values): Promise<FormFailure | undefined> => {
      const failure = await (coupon ? edit(coupon, values) : create(values));
      if (failure)
        return { ...failure, issues: failure.issues?.map((issue) => ({ ...issue, path: toField(issue.path) })) };
      toast({
        title: coupon ? t('Coupon saved') : t('Coupon created'),
        description: t('Owners can enter {code} at the checkout.', { code: values.code }),
        tone: 'success',
      });
      onClose();
      return undefined;
    },
  });
  const isPercent = form.watch('kind') === 'percent';
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={coupon ? t('Edit {code}', { code: coupon.code }) : t('Create coupon')}
      intro={
        <p className="mb-4 text-muted">
          {t('After its first use a coupon can’t be changed, only ended. At least $0.50 stays to pay.')}
        </p>
      }
      focus="code"
      submitLabel={coupon ? t('Save coupon') : t('Create coupon')}
      busyLabel={t('Saving...')}
    >
      <FormControl
        form={form}
        name="code"
        label={t('Code')}
        hint={t('6 to 20 letters, digits and hyphens. A random one can’t be guessed.')}
      >
        {(control) => <TextInput {...control} autoComplete="off" autoCapitalize="characters" spellCheck={false} />}
      </FormControl>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FormControl form={form} name="kind" label={t('Takes off')}>
          {(control) => (
            <Select {...control}>
              <option value="percent">{t('A percentage')}</option>
              <option value="amount">{t('An amount')}</option>
            </Select>
          )}
        </FormControl>
        <FormControl
          form={form}
          name="off"
          label={isPercent ? t('Percent') : t('Dollars')}
          hint={isPercent ? t('A whole number from 1 to 99.') : t('Such as 20 or 19.50.')}
        >
          {(control) => <TextInput {...control} inputMode="decimal" autoComplete="off" />}
        </FormControl>
      </div>
      <PlansField form={form} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FormControl form={form} name="firstDay" label={t('First day')} hint={t('In Los Angeles.')}>
          {(control) => <TextInput {...control} type="date" />}
        </FormControl>
        <FormControl form={form} name="lastDay" label={t('Last day')} hint={t('Until midnight.')}>
          {(control) => <TextInput {...control} type="date" />}
        </FormControl>
      </div>
      <FormControl
        form={form}
        name="maxUses"
        label={t('Uses in all')}
        hint={`${boundsHint(couponFormSchema.shape.maxUses)}. ${t('By all accounts together. Each account can use it once.')}`}
      >
        {(control) => <TextInput {...control} inputMode="numeric" autoComplete="off" />}
      </FormControl>
      <FormControl
        form={form}
        name="reason"
        label={t('Who is it for, and why?')}
        hint={t('Required. Your team sees it in the list of coupons and in the audit log.')}
      >
        {(control) => <TextArea {...control} rows={2} maxLength={1000} />}
      </FormControl>
    </FormDialog>
  );
}
