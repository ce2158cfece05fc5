import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError, Page } from './api.ts';

/**
 * One page at a time of a list that only some may read, so that it costs the same at 100,000 rows. Begins anew when
 * `start` changes.
 * @param firstPath the API's path of the first page, which asks for `limit` rows
 */
export function useCursorPages<Row>(firstPath: string, limit: number) {
  const [visited, setVisited] = useState({ start: firstPath, paths: [firstPath] });
  const paths = visited.start === firstPath ? visited.paths : [firstPath];
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queryOptions<Page<Row>, ApiError>({ queryKey: [paths.at(-1)] }),
    // Rows stay until the next ones are here, so that nothing jumps.
    placeholderData: (previous) => previous,
    // Whoever looks at such a list wants it as it is now.
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
    onNext: next ? () => setVisited({ start: firstPath, paths: [...paths, next] }) : undefined,
    onPrevious: paths.length > 1 ? () => setVisited({ start: firstPath, paths: paths.slice(0, -1) }) : undefined,
  };
}

/** A list that is read page by page. */
export type CursorPages<Row> = ReturnType<typeof useCursorPages<Row>>;
