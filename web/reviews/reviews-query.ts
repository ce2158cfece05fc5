import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { ApiError, Page } from '#web/base/api/api.ts';

/** The query of the reviews at a path, page by page. */
export const createReviewsQuery = <Review>(path: string) =>
  infiniteQueryOptions<Page<Review>, ApiError, InfiniteData<Page<Review>>, [string], string>({
    queryKey: [path],
    initialPageParam: path,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
