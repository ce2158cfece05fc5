import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError, Page } from './api.ts';

/**
 * Reads a private list one page at a time by keyset cursors, so that a page costs the same in a list of 100,000 rows.
 * Starts again at the first page when `firstPath` changes.
 * @param firstPath the API path of the first page, with `limit` rows
 */
export function useCursorPages<Row>(firstPath: string, limit: number) {
  const [visited, setVisited] = useState({ firstPath, paths: [firstPath] });
  const paths = visited.firstPath === firstPath ? visited.paths : [firstPath];
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queryOptions<Page<Row>, ApiError>({ queryKey: [paths.at(-1)] }),
    // The previous rows stay visible while the next page is loaded, so that the layout does not jump.
    placeholderData: (previous) => previous,
    // These lists have to be up to date whenever they are opened.
    staleTime: 0,
  });
  const next = isPlaceholderData ? null : data?.next;
  return {
    rows: data?.items,
    total: data?.total,
    first: (paths.length - 1) * limit + 1,
    error,
    isFetching,
    retry: () => void refetch(),
    onNext: next ? () => setVisited({ firstPath, paths: [...paths, next] }) : undefined,
    onPrevious: paths.length > 1 ? () => setVisited({ firstPath, paths: paths.slice(0, -1) }) : undefined,
  };
}

/** The state of a list that is read page by page. */
export type CursorPages<Row> = ReturnType<typeof useCursorPages<Row>>;
