import type { OwnersReview } from '#contract/reviews/reviews.ts';
import { createReviewsQuery } from '#web/reviews/reviews-query.ts';

/** The path of the reviews of the user’s listings. */
export const OWNER_REVIEWS_PATH = '/api/user/reviews';
/** The reviews of the user’s listings, page by page. */
export const ownerReviewsQuery = createReviewsQuery<OwnersReview>(OWNER_REVIEWS_PATH);
