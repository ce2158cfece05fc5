import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError, Page } from './api.ts';

/**
 * One page at a time of a list that only some may read, so that it costs the same at 100,000 rows. Begins anew when
 * `start` changes.
 * @param start the API's path of the first page, which asks for `limit` rows
 */
export function usePages<Row>(start: string, limit: number) {
  const [seen, setSeen] = useState({ start, paths: [start] });
  const paths = seen.start === start ? seen.paths : [start];
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
    onNext: next ? () => setSeen({ start, paths: [...paths, next] }) : undefined,
    onPrevious: paths.length > 1 ? () => setSeen({ start, paths: paths.slice(0, -1) }) : undefined,
  };
}

/** A list that is read page by page. */
export type Pages<Row> = ReturnType<typeof usePages<Row>>;
