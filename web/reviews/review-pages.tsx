import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import type { createReviewsQuery } from './reviews-query.ts';

/**
 * The reviews of the user, page by page.
 * @param empty what stands there when there are none
 */
export function ReviewPages<Review>({
  query,
  empty,
  children,
}: {
  query: ReturnType<typeof createReviewsQuery<Review>>;
  empty: ReactNode;
  children: (reviews: Review[]) => ReactNode;
}) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query);
  const reviews = data?.pages.flatMap(({ items }) => items);
  if (error && !reviews)
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
  if (!reviews) return <Spinner label={t('Loading your reviews…')} className="min-h-40" />;
  if (reviews.length === 0) return empty;
  return (
    <>
      {children(reviews)}
      {hasNextPage && (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
    </>
  );
}
