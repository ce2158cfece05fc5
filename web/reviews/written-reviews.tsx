import { t } from '#contract/i18n/t.ts';
import type { WrittenReview } from '#contract/reviews/reviews.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { ReviewPages } from './review-pages.tsx';
import { createReviewsQuery } from './reviews-query.ts';
import { Stars } from './stars.tsx';

const writtenReviewsQuery = createReviewsQuery<WrittenReview>('/api/user/written-reviews');

const STATUSES = {
  waiting: t('Waiting to be checked', null, 'review'),
  shown: t('Published', null, 'review'),
  withheld: t('Not shown', null, 'review'),
};

/** The reviews that the user wrote, each with a link to the page on which it is changed. */
export default function WrittenReviews() {
  return (
    <ReviewPages
      query={writtenReviewsQuery}
      empty={
        <EmptyState title={t('You haven’t reviewed a business yet')}>
          {t('You can review a business after it answered your message, or with its receipt code or your receipt.')}
        </EmptyState>
      }
    >
      {(reviews) => (
        <ul className="divide-y border-y has-[+button]:mb-4">
          {reviews.map((review) => (
            <WrittenReviewItem key={review.id} review={review} />
          ))}
        </ul>
      )}
    </ReviewPages>
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
