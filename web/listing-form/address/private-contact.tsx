import { useWatch } from 'react-hook-form';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';

const LABELS = {
  serviceAreaOnly: t('I go to my customers: don’t show my street'),
  emailShown: t('Show it on my listing'),
};

/**
 * What visitors see of the street or the email, as a part of that field: the specified fields have none between them. The street that
 * was entered, and the pin, go when there is none to show.
 */
export function ContactChoice({ form, name }: { form: SchemaForm<ListingForm>; name: keyof typeof LABELS }) {
  const checked = useWatch({ control: form.control, name }) ?? false;
  const toggle = () => {
    form.setValue(name, !checked, { shouldDirty: true });
    if (name === 'emailShown' || checked) return;
    form.setValue('address', '', { shouldDirty: true, shouldValidate: form.getFieldState('address').invalid });
    form.setValue('pin', null, { shouldDirty: true });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: its label would be one of the form's fields.
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      onClick={toggle}
      className="group/choice flex min-h-11 w-fit items-center gap-2.5 text-left text-sm"
    >
      <span
        aria-hidden
        className="grid size-5 shrink-0 place-items-center rounded border border-line-strong group-aria-checked/choice:border-pacific group-aria-checked/choice:bg-pacific group-aria-checked/choice:text-on-pacific"
      >
        {checked && '✓'}
      </span>
      {LABELS[name]}
    </button>
  );
}
