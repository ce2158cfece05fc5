import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { ReceiptCodes } from '#web/reviews/receipt-codes/receipt-codes.tsx';
import { ownerReviewsQuery } from './owner-review-queries.ts';
import { OwnersReviewItem } from './owners-review-item.tsx';

/** The reviews of the user's listings, each with a reply and a report, below the cards to ask for more. */
export default function OwnersReviews() {
  return (
    <>
      <ReceiptCodes />
      <Reviews />
    </>
  );
}

function Reviews() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(ownerReviewsQuery);
  const rows = data?.pages.flatMap(({ items }) => items);
  if (error && !rows)
    return (
      <div role="alert">
        <EmptyState
          title={t('We couldn’t load your reviews')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  if (!rows) return <Spinner label={t('Loading your reviews…')} className="min-h-40" />;
  if (rows.length === 0)
    return (
      <EmptyState title={t('No reviews yet')}>
        {t(
          'Customers can review you after you’ve answered their message, or with a receipt code that you hand out. You can reply to each review once, in public.',
        )}
      </EmptyState>
    );
  return (
    <>
      {rows.map((review) => (
        <OwnersReviewItem key={review.id} review={review} />
      ))}
      {hasNextPage && (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
    </>
  );
}
