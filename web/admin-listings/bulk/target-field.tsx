import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { queries } from '../../app/queries.ts';
import { Select } from '../../ui/form/controls.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useCategoryOptions } from '../loaded-choices.tsx';

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
  const { data } = useQuery(queries.cities());
  return (
    <TargetField
      label={t('City')}
      value={value}
      onChange={onChange}
      options={data?.items.map(({ slug, name }) => [slug, name] as const)}
    />
  );
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
