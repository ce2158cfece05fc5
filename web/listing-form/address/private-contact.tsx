import { useWatch } from 'react-hook-form';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';

type Choice = { form: SchemaForm<ListingForm> };

/** Whether a business has a street to publish. A street that was entered, and the pin, go when it has none. */
export function StreetChoice({ form }: Choice) {
  const isHidden = useWatch({ control: form.control, name: 'serviceAreaOnly' });
  return (
    <Checkbox
      label={t('I go to my customers: don’t show my street')}
      checked={isHidden}
      onChange={(serviceAreaOnly) => {
        form.setValue('serviceAreaOnly', serviceAreaOnly, { shouldDirty: true });
        if (!serviceAreaOnly) return;
        form.setValue('address', '', { shouldDirty: true, shouldValidate: form.getFieldState('address').invalid });
        form.setValue('pin', null, { shouldDirty: true });
      }}
    />
  );
}

/** Whether visitors see the email. */
export function EmailChoice({ form }: Choice) {
  const isShown = useWatch({ control: form.control, name: 'emailShown' });
  return (
    <Checkbox
      label={t('Show it on my listing')}
      checked={isShown}
      onChange={(emailShown) => form.setValue('emailShown', emailShown, { shouldDirty: true })}
    />
  );
}

function Checkbox({
  label,
  checked = false,
  onChange,
}: {
  label: string;
  checked: boolean | undefined;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="flex min-h-11 w-fit items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-pacific"
      />
      {label}
    </label>
  );
}
