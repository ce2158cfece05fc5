import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { OwnersReview } from '#contract/reviews/reviews.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';

/** The path of the reviews of the user’s listings. */
export const OWNER_REVIEWS_PATH = '/api/user/reviews';
/** The reviews of the user’s listings, page by page. */
export const ownerReviewsQuery = infiniteQueryOptions<
  Page<OwnersReview>,
  ApiError,
  InfiniteData<Page<OwnersReview>>,
  [string],
  string
>({
  queryKey: [OWNER_REVIEWS_PATH],
  initialPageParam: OWNER_REVIEWS_PATH,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
});
