import type { LanguageCode } from '#contract/i18n/language-codes.ts';
import { t } from '#contract/i18n/t.ts';
import {
  MAX_REVIEW_PICTURES,
  type OwnReview,
  type ReviewInput,
  reviewFormSchema,
  type ReviewForm as Values,
} from '#contract/reviews/reviews.ts';
import { LANGUAGES } from '#web/base/api/languages.ts';
import type { MutationFailure } from '#web/base/api/run-mutation.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { FormInput, getFieldError, type SchemaForm, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { PictureInput } from '#web/conversations/picture-input.tsx';
import { REVIEW_PICTURES_PATH, ReceiptField } from './receipt-field.tsx';
import { recentMonths, VisitFields } from './visit-fields.tsx';

/** A form for a review. */
export function ReviewForm({
  business,
  review,
  name,
  needsReceipt,
  onClose,
  onSend,
}: {
  business: string;
  /** The review that is changed. */
  review: OwnReview['review'];
  /** The name that the customer gave the business. */
  name: string;
  needsReceipt: boolean;
  onClose: () => void;
  onSend: (form: ReviewInput) => Promise<MutationFailure | undefined>;
}) {
  const form = useSchemaForm<Values, ReviewInput>({
    schema: reviewFormSchema,
    defaultValues: {
      stars: review?.stars,
      text: review?.text ?? '',
      name: review?.author ?? name,
      visitedMonth: review?.visitedMonth ?? recentMonths()[0],
      purchased: review?.purchased ?? '',
      language: (review?.language ?? LANGUAGE) as LanguageCode,
      pictures: review?.pictureNames ?? [],
      key: crypto.randomUUID(),
    },
    onSubmit: async (input) => {
      if (!needsReceipt || input.document !== undefined) return onSend(input);
      const message = t('Add a picture of a receipt or an invoice.');
      return { status: 400, message, issues: [{ path: 'document', message }] };
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Review {business}', { business })}
      focus="stars"
      submitLabel={review ? t('Save changes') : t('Send review')}
      busyLabel={t('Sending...')}
      intro={
        <p className="mb-5 text-muted">
          {t(
            'We check it, and visitors can read it within a business day. It shows your name as you write it here, never your email.',
          )}
        </p>
      }
    >
      <VisitFields form={form} visitedMonth={review?.visitedMonth} />
      <Field label={t('Your review')} error={getFieldError(form, 'text')}>
        {(control) => <TextArea {...control} {...form.register('text')} rows={6} maxLength={2000} />}
      </Field>
      <PictureInput
        path={REVIEW_PICTURES_PATH}
        max={MAX_REVIEW_PICTURES}
        initial={review?.pictures.map(({ src }, index) => ({
          file: t('picture {number}', { number: index + 1 }),
          preview: src,
          name: review.pictureNames[index] ?? '',
        }))}
        error={getFieldError(form, 'pictures')}
        onChange={(names) => form.setValue('pictures', names, { shouldValidate: true })}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FormInput form={form} name="name" label={t('Name to show')} autoComplete="name" />
        <Field label={t('What you bought')} optional error={getFieldError(form, 'purchased')}>
          {(control) => <TextInput {...control} {...form.register('purchased')} maxLength={200} />}
        </Field>
        <Field label={t('Language')} error={getFieldError(form, 'language')}>
          {(control) => (
            <Select {...control} required={false} {...form.register('language')}>
              {LANGUAGES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {needsReceipt && <ReceiptField form={form} />}
      <Declaration form={form} />
    </FormDialog>
  );
}

/** That the author neither owns nor works for the business, and is not paid. */
function Declaration({ form }: { form: SchemaForm<Values> }) {
  return (
    <div>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          className="mt-1 size-5 shrink-0"
          aria-describedby="declares-error"
          aria-invalid={getFieldError(form, 'declares') ? true : undefined}
          {...form.register('declares')}
        />
        <span>
          {t('I neither own nor work for this business or a competitor, and nobody pays me for this review.')}
        </span>
      </label>
      <FieldMessage id="declares-error" error={getFieldError(form, 'declares')} />
    </div>
  );
}
