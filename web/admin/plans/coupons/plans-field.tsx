import { t } from '#contract/i18n/t.ts';
import { PAID_PLANS } from '#contract/plans/plans.ts';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';
import type { CouponInput } from './coupon-form.ts';

/** Checkboxes of the plans that a coupon holds for. */
export function PlansField({ form }: { form: SchemaForm<CouponInput> }) {
  const { value, onChange, onBlur, errorAt, ref } = useFormGroup(form, 'plans');
  const error = errorAt('');
  return (
    <fieldset ref={ref} aria-describedby={error ? 'plans-error' : undefined}>
      <legend className="font-semibold">{t('Plans')}</legend>
      <div className="grid sm:grid-cols-2">
        {PAID_PLANS.map(({ id, name }) => (
          <label key={id} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5"
              checked={value.includes(id)}
              aria-invalid={error ? true : undefined}
              onBlur={onBlur}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, id] : value.filter((chosen) => chosen !== id))
              }
            />
            {name}
          </label>
        ))}
      </div>
      <FieldMessage id="plans-error" error={error} />
    </fieldset>
  );
}
