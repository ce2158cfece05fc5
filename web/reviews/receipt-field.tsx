import { t } from '#contract/i18n/t.ts';
import type { ReviewForm as Values } from '#contract/reviews/reviews.ts';
import { getFieldError, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { PictureInput } from '#web/conversations/picture-input.tsx';

/** Where pictures of reviews are uploaded. */
export const REVIEW_PICTURES_PATH = '/api/review-pictures';

/** The picture that proves the purchase. */
export function ReceiptField({ form }: { form: SchemaForm<Values> }) {
  return (
    <div>
      <p className="font-semibold">{t('Receipt or invoice')}</p>
      <p className="mb-2 text-muted text-sm">
        {t(
          'Only our team sees it, and we delete it once we’ve decided. Cover what isn’t needed: the business, the day and what you bought are enough.',
        )}
      </p>
      <PictureInput
        path={REVIEW_PICTURES_PATH}
        max={1}
        label={t('Add the receipt')}
        error={getFieldError(form, 'document')}
        onChange={([document]) => form.setValue('document', document, { shouldValidate: true })}
      />
    </div>
  );
}
