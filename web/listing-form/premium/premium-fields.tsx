import { t } from '#contract/i18n/t.ts';
import { MAX_TAGS } from '#contract/listing-fields/listing-field-schemas.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { FormControl, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { TagsInput } from '#web/base/ui/form/tags-input.tsx';
import { useFormField } from '#web/base/ui/form/use-form-field.ts';
import type { SectionProps } from '#web/listing-form/sections/section-props.ts';
import { CustomerQuoteFields } from './customer-quote-fields.tsx';
import { FaqFields } from './faq-fields.tsx';

/** The fields of premium listings. */
export default function PremiumFields({ form, paid }: SectionProps) {
  return (
    <div className="grid gap-6">
      <p className="text-muted text-sm">
        {paid ? t('Shown on your listing page.') : t('We’ll save this and show it when your listing is Premium.')}
      </p>
      <FormControl
        form={form}
        name="headline"
        label={t('Promotional headline')}
        hint={t('One line above your description, such as “20% off your first visit.”')}
        maxLength={80}
        optional
      >
        {(control) => <TextInput {...control} autoComplete="off" />}
      </FormControl>
      <Tags form={form} />
      <FaqFields form={form} />
      <CustomerQuoteFields form={form} />
    </div>
  );
}

function Tags({ form }: { form: SchemaForm<ListingForm> }) {
  const { field, fieldState } = useFormField(form, 'tags');
  const errors = [fieldState.error, ...(Array.isArray(fieldState.error) ? fieldState.error : [])];
  return (
    <Field
      label={t('Tags')}
      hint={t('Up to {max} terms that people search for, such as “gluten-free.” Press Enter to add one.', {
        max: MAX_TAGS,
      })}
      error={errors.map((error) => error?.message).find(Boolean)}
      optional
    >
      {(control) => (
        <TagsInput
          {...control}
          name={field.name}
          ref={field.ref}
          value={field.value ?? []}
          onChange={field.onChange}
          onBlur={field.onBlur}
          suggestions={[]}
        />
      )}
    </Field>
  );
}
