import { t } from '#contract/i18n/t.ts';
import { useCityOptions } from '#web/admin/listings/city-options.ts';
import { useCategoryOptions } from '#web/admin/listings/loaded-choices.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';

interface TargetFieldProps {
  value: string;
  onChange: (slug: string) => void;
}

/** The category that listings get. */
export function CategoryField({ value, onChange }: TargetFieldProps) {
  return <TargetField label={t('Category')} value={value} onChange={onChange} options={useCategoryOptions()} />;
}

/** The city that listings get. */
export function PlaceField({ value, onChange }: TargetFieldProps) {
  return <TargetField label={t('City')} value={value} onChange={onChange} options={useCityOptions()} />;
}

function TargetField({
  label,
  value,
  onChange,
  options,
}: TargetFieldProps & { label: string; options: (readonly [slug: string, name: string])[] | undefined }) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} disabled={!options} onChange={(event) => onChange(event.target.value)}>
          <option value="">{options ? t('Choose…') : t('Loading…')}</option>
          {options?.map(([slug, name]) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
