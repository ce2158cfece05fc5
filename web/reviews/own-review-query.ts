import { queryOptions } from '@tanstack/react-query';
import type { OwnReview as State } from '#contract/reviews/reviews.ts';
import type { ApiError } from '#web/base/api/api.ts';

/** The review of who may write one, at `/api/{conversations,receipt-codes,ads}/{id}/review`. */
export const ownReviewQuery = (path: string) => queryOptions<State, ApiError>({ queryKey: [path], retry: false });
