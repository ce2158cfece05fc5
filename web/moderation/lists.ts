import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser, AdminUsersQuery, AuditEntry } from '#contract/moderation.ts';
import type { ApiError, Page } from '../api.ts';

// These reads stand here and not in queries.ts, so that the pages for everyone do not carry them.
const ROWS = 25;

/** The order of a table of accounts: a column, with a hyphen before it for the largest first. */
export type Sort = AdminUsersQuery['sort'];

/** What every path of the administrator's reads begins with. */
export const ADMIN_PATHS = '/api/admin/';

/** Accounts whose name contains `search`, page by page, in an order that can be changed. `sort` is the first one. */
export function useUsers(path: '/api/admin/users' | '/api/admin/users/suspended', search: string, first: Sort) {
  const [sort, setSort] = useState(first);
  const query = new URLSearchParams({ ...(search && { search }), sort, limit: String(ROWS) });
  return { ...usePages<AdminUser>(`${path}?${query}`), sort, setSort: (sort: string) => setSort(sort as Sort) };
}

/** What was done to accounts, newest first, page by page. */
export const useRecord = () => usePages<AuditEntry>(`/api/admin/audit?limit=${ROWS}`);

/** One page at a time of a list, so that it costs the same at 100,000 rows. Begins anew when `start` changes. */
function usePages<Row>(start: string) {
  const [seen, setSeen] = useState({ start, paths: [start] });
  const paths = seen.start === start ? seen.paths : [start];
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queryOptions<Page<Row>, ApiError>({ queryKey: [paths.at(-1)] }),
    // Rows stay until the next ones are here, so that nothing jumps.
    placeholderData: (previous) => previous,
    // Whoever looks at a list of what was done wants it as it is now.
    staleTime: 0,
  });
  const next = isPlaceholderData ? null : data?.next;
  return {
    rows: data?.items,
    total: data?.total,
    first: (paths.length - 1) * ROWS + 1,
    error,
    isFetching,
    retry: () => void refetch(),
    onNext: next ? () => setSeen({ start, paths: [...paths, next] }) : undefined,
    onPrevious: paths.length > 1 ? () => setSeen({ start, paths: paths.slice(0, -1) }) : undefined,
  };
}

/** A list that is read page by page. */
export type Pages<Row> = ReturnType<typeof usePages<Row>>;
