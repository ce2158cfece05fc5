import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { WrittenReview } from '#contract/reviews/reviews.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { Stars } from './stars.tsx';

const PATH = '/api/user/written-reviews';
const writtenReviewsQuery = infiniteQueryOptions<
  Page<WrittenReview>,
  ApiError,
  InfiniteData<Page<WrittenReview>>,
  [string],
  string
>({ queryKey: [PATH], initialPageParam: PATH, getNextPageParam: ({ next }) => next, staleTime: 0 });

const STATUSES = {
  waiting: t('Waiting to be checked', null, 'review'),
  shown: t('Published', null, 'review'),
  withheld: t('Not shown', null, 'review'),
};

/** The reviews that the user wrote, each with a link to the page on which it is changed. */
export default function WrittenReviews() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(writtenReviewsQuery);
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
  if (reviews.length === 0)
    return (
      <EmptyState title={t('You haven’t reviewed a business yet')}>
        {t('You can review a business after it answered your message, or with its receipt code or your receipt.')}
      </EmptyState>
    );
  return (
    <>
      <ul className="divide-y border-y">
        {reviews.map((review) => (
          <WrittenReviewItem key={review.id} review={review} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="mt-4">
          {t('Show more')}
        </Button>
      )}
    </>
  );
}

function WrittenReviewItem({ review: { listing, path, stars, text, status, createdAt } }: { review: WrittenReview }) {
  return (
    <li className="relative py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">
          {path === null ? (
            <span className="typed">{listing.title}</span>
          ) : (
            <a href={path} className="cover-link typed no-underline hover:text-pacific">
              {listing.title}
            </a>
          )}
        </h3>
        <p className="text-muted text-sm">
          <LongDate at={createdAt} />
        </p>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-2">
        <Stars stars={stars} />
        <Badge tone={status === 'shown' ? 'success' : 'neutral'}>{STATUSES[status]}</Badge>
      </p>
      <p className="typed mt-1 line-clamp-2 text-muted">{text}</p>
    </li>
  );
}
