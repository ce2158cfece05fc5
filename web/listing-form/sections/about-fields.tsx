import { t } from '#contract/i18n/t.ts';
import { DETAIL_FIELD_NAMES, DETAIL_FIELDS } from '#contract/listing-fields/detail-fields.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { FormControl, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { TagsInput } from '#web/base/ui/form/tags-input.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';
import { LicenseField } from './license-field.tsx';

/** Service area and radius, languages, founding year, and `DETAIL_FIELDS`. */
export default function AboutFields({ form }: { form: SchemaForm<ListingForm> }) {
  return (
    <div className="grid gap-5">
      <FormControl
        form={form}
        name="serviceArea"
        label={t('Service area')}
        hint={t('Where you travel to customers, such as “coastal Orange County, up to 20 miles.”')}
        optional
      >
        {(control) => <TextInput {...control} autoComplete="off" />}
      </FormControl>
      <NumberField
        form={form}
        name="serviceRadius"
        label={t('Service radius')}
        hint={t('How many miles around your ZIP code you travel.')}
      />
      <Languages form={form} />
      <NumberField form={form} name="yearFounded" label={t('Year founded')} />
      <LicenseField form={form} />
      {OTHER_DETAILS.map((name) => {
        const { label, hint } = DETAIL_FIELDS[name];
        return (
          <FormControl key={name} form={form} name={name} label={label} hint={hint} optional>
            {(control) => <TextInput {...control} autoComplete="off" />}
          </FormControl>
        );
      })}
    </div>
  );
}

function NumberField({
  form,
  ...field
}: {
  form: SchemaForm<ListingForm>;
  name: 'serviceRadius' | 'yearFounded';
  label: string;
  hint?: string;
}) {
  return (
    <FormControl form={form} {...field} optional>
      {(control) => (
        <TextInput
          {...control}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          className="max-w-32"
          value={control.value ?? ''}
          onChange={({ target }) => {
            const digits = target.value.replace(/\D/g, '');
            control.onChange(digits ? Number(digits) : null);
          }}
        />
      )}
    </FormControl>
  );
}

const OTHER_DETAILS = DETAIL_FIELD_NAMES.filter((name) => name !== 'licenseNumber');

/** The languages most spoken at home in Southern California, by names that `data/languages.csv` has too, so that searches find them. */
const COMMON_LANGUAGES = [
  t('English'),
  t('Spanish'),
  t('Chinese (Mandarin)'),
  t('Chinese (Cantonese)'),
  t('Tagalog'),
  t('Vietnamese'),
  t('Korean'),
  t('Armenian'),
  t('Farsi'),
  t('Arabic'),
  t('Japanese'),
  t('Russian'),
  t('Hindi'),
  t('Punjabi'),
  t('Khmer'),
  t('French'),
  t('German'),
  t('Portuguese'),
  t('Hebrew'),
  t('Thai'),
  t('American Sign Language'),
];

function Languages({ form }: { form: SchemaForm<ListingForm> }) {
  const { value = [], errorAt, ...field } = useFormGroup(form, 'languages');
  const error = ['', ...value.keys()].map((part) => errorAt(String(part))).find(Boolean);
  return (
    <Field label={t('Languages')} hint={t('Press Enter to add one.')} error={error} optional>
      {(control) => <TagsInput {...control} {...field} value={value} suggestions={COMMON_LANGUAGES} />}
    </Field>
  );
}
