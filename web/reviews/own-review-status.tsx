import { t } from '#contract/i18n/t.ts';
import type { OwnReview as State } from '#contract/reviews/reviews.ts';
import { REVIEW_RULES } from '#contract/reviews/rules.ts';

type Withheld = NonNullable<NonNullable<State['review']>['withheld']>;

/** Whether visitors read the review, and why not. */
export function OwnReviewStatus({ review, canWrite }: { review: NonNullable<State['review']>; canWrite: boolean }) {
  return (
    <p className="mt-2 text-muted">
      {review.status === 'waiting' &&
        (review.hasEarlier
          ? t('We check it, and visitors can read it within a business day. Until then they read the earlier one.')
          : t('We check it, and visitors can read it within a business day.'))}
      {review.status === 'shown' && t('Visitors can read it on the page of the business.')}
      {review.withheld && withheldText(review.withheld, canWrite)}
    </p>
  );
}

function withheldText({ rule: id, reason }: Withheld, canWrite: boolean): string {
  const rule = REVIEW_RULES[id];
  return canWrite
    ? t('It’s not shown: {rule}. {reason}', { rule, reason })
    : t('It’s not shown: {rule}. {reason} A person answers your appeal within two business days.', { rule, reason });
}
