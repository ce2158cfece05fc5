import { t } from '#contract/i18n/t.ts';
import type { LanguageCode } from '#contract/language-codes.ts';
import type { OwnReview, ReviewInput, ReviewForm as Values } from '#contract/reviews/reviews.ts';
import { MAX_REVIEW_PICTURES, reviewFormSchema } from '#contract/reviews/reviews.ts';
import { LANGUAGES } from '../app/languages.ts';
import type { MutationFailure } from '../app/run-mutation.ts';
import { PictureInput } from '../conversations/picture-input.tsx';
import { LANGUAGE } from '../i18n/language.ts';
import { Select, TextArea, TextInput } from '../ui/form/controls.tsx';
import { Field } from '../ui/form/field.tsx';
import { FieldMessage } from '../ui/form/field-message.tsx';
import { FormInput, getFieldError, useSchemaForm } from '../ui/form/form.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { formatMonth } from './format-month.ts';

const STARS = [t('1: terrible'), t('2: poor'), t('3: all right'), t('4: good'), t('5: excellent')];
const MONTHS_BACK = 12;
const UPLOADS = '/api/review-pictures';

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
  /** The one that is changed. */
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
  const months = recentMonths();
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
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={t('Stars')} error={getFieldError(form, 'stars')}>
          {(control) => (
            <Select
              {...control}
              {...form.register('stars', { setValueAs: (value) => (value === '' ? undefined : Number(value)) })}
            >
              <option value="">{t('Choose')}</option>
              {STARS.map((label, index) => (
                <option key={label} value={index + 1}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('Month of your visit')} error={getFieldError(form, 'visitedMonth')}>
          {(control) => (
            <Select {...control} required={false} {...form.register('visitedMonth')}>
              {(review && !months.includes(review.visitedMonth) ? [...months, review.visitedMonth] : months).map(
                (month) => (
                  <option key={month} value={month}>
                    {formatMonth(month)}
                  </option>
                ),
              )}
            </Select>
          )}
        </Field>
      </div>
      <Field label={t('Your review')} error={getFieldError(form, 'text')}>
        {(control) => <TextArea {...control} {...form.register('text')} rows={6} maxLength={2000} />}
      </Field>
      <PictureInput
        path={UPLOADS}
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
      {needsReceipt && (
        <div>
          <p className="font-semibold">{t('Receipt or invoice')}</p>
          <p className="mb-2 text-muted text-sm">
            {t(
              'Only our team sees it, and we delete it once we’ve decided. Cover what isn’t needed: the business, the day and what you bought are enough.',
            )}
          </p>
          <PictureInput
            path={UPLOADS}
            max={1}
            label={t('Add the receipt')}
            error={getFieldError(form, 'document')}
            onChange={([document]) => form.setValue('document', document, { shouldValidate: true })}
          />
        </div>
      )}
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
    </FormDialog>
  );
}

/** This month and those before it: '2026-11'. */
function recentMonths(): string[] {
  const now = new Date();
  return Array.from({ length: MONTHS_BACK }, (_, back) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
