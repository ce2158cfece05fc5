import { t } from '#contract/i18n/t.ts';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { ReceiptCodes } from '#web/reviews/receipt-codes/receipt-codes.tsx';
import { ReviewPages } from '#web/reviews/review-pages.tsx';
import { ownerReviewsQuery } from './owner-review-queries.ts';
import { OwnersReviewItem } from './owners-review-item.tsx';

/** The reviews of the user's listings, each with a reply and a report, below the cards to ask for more. */
export default function OwnersReviews() {
  return (
    <>
      <ReceiptCodes />
      <ReviewPages
        query={ownerReviewsQuery}
        empty={
          <EmptyState title={t('No reviews yet')}>
            {t(
              'Customers can review you after you’ve answered their message, or with a receipt code that you hand out. You can reply to each review once, in public.',
            )}
          </EmptyState>
        }
      >
        {(reviews) => reviews.map((review) => <OwnersReviewItem key={review.id} review={review} />)}
      </ReviewPages>
    </>
  );
}
