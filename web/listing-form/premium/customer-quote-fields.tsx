import { t } from '#contract/i18n/t.ts';
import type { Relationship } from '#contract/listing-fields/testimonial-schemas.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';

type Review = NonNullable<ListingForm['review']>;

const EMPTY_REVIEW: Review = { quote: '', author: '' };

/** The words of a customer, who said them, and what the owner attests about them. */
export function CustomerQuoteFields({ form }: { form: SchemaForm<ListingForm> }) {
  const field = useFormGroup(form, 'review');
  const review: Review = field.value ?? EMPTY_REVIEW;
  const change = (part: Partial<Review>) => {
    const next = { ...review, ...part };
    field.onChange(next.quote || next.author ? next : null);
  };
  const attestedError = field.errorAt('attested');
  return (
    <fieldset ref={field.ref} className="grid gap-4">
      <legend className="font-semibold">
        {t('Customer quote')} <span className="font-normal text-muted">{t('(optional)')}</span>
      </legend>
      <p className="text-muted text-sm">
        {t('Something a real customer said and agreed to share. We label it as chosen by you.')}
      </p>
      <Field label={t('Quote')} error={field.errorAt('quote')}>
        {(control) => (
          <TextArea
            {...control}
            required={false}
            rows={2}
            maxLength={300}
            value={review.quote}
            onChange={({ target }) => change({ quote: target.value })}
            onBlur={field.onBlur}
          />
        )}
      </Field>
      <Field label={t('Customer’s name')} error={field.errorAt('author')}>
        {(control) => (
          <TextInput
            {...control}
            required={false}
            maxLength={60}
            autoComplete="off"
            value={review.author}
            onChange={({ target }) => change({ author: target.value })}
            onBlur={field.onBlur}
          />
        )}
      </Field>
      {field.value && (
        <>
          <Field
            label={t('What else are they to you?')}
            hint={t('Federal law wants it said beside the quote.')}
            error={field.errorAt('relationship')}
          >
            {(control) => (
              <Select
                {...control}
                value={review.relationship ?? ''}
                onChange={({ target }) => change({ relationship: target.value as Relationship })}
                onBlur={field.onBlur}
              >
                <option value="">{t('Choose')}</option>
                {Object.entries(CHOICES).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <div>
            <label className="flex items-start gap-3">
              <input
                type="checkbox"
                className="mt-1 size-5 shrink-0"
                aria-describedby="attested-error"
                aria-invalid={attestedError ? true : undefined}
                checked={review.attested ?? false}
                onChange={({ target }) => change({ attested: target.checked })}
              />
              <span>
                {t('This customer said this about my business, and agreed that I publish it with this name.')}
              </span>
            </label>
            <FieldMessage id="attested-error" error={attestedError} />
          </div>
        </>
      )}
    </fieldset>
  );
}

const CHOICES: Record<Relationship, string> = {
  none: t('A customer, and nothing else'),
  rewarded: t('They got something for the quote'),
  related: t('A relative or a friend'),
  employed: t('They work for us'),
};
