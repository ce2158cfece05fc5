import { queryOptions } from '@tanstack/react-query';
import type { OwnReview as State } from '#contract/reviews/reviews.ts';
import { type ApiError, fetchApi, parseResponse } from '../app/api.ts';
import { toTokenHeader } from '../conversations/conversation-queries.ts';

/** The review of who may write one, at `/api/{conversations,receipt-codes,ads}/{id}/review`. */
export const ownReviewQuery = (path: string, token: string | null) =>
  queryOptions<State, ApiError>({
    queryKey: [path, token],
    queryFn: async ({ signal }) =>
      (await parseResponse(await fetchApi(path, { signal, headers: toTokenHeader(token) }))) as State,
    retry: false,
  });
