import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Analytics } from '#contract/analytics.ts';
import { toLocalApiPath } from '#contract/i18n/languages.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { invalidateUserOnAuthError } from '#web/base/session/session.ts';

/**
 * Reads the analytics of a listing for the range in `query`. The previous range stays visible while another one is loaded. A
 * 404 reaches the error boundary of the page; other errors are returned.
 */
export function useAnalytics(id: string, query: string) {
  const client = useQueryClient();
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery<Analytics, ApiError>({
    queryKey: [`${analyticsPath(id)}${query}`],
    placeholderData: (previous) => previous,
    throwOnError: ({ status }, { state }) => status === 404 && state.data === undefined,
  });
  useEffect(() => {
    if (error?.status === 401) invalidateUserOnAuthError(client, error);
  }, [client, error]);
  return { data, error, isStale: isPlaceholderData, isFetching, retry: () => void refetch() };
}

const analyticsPath = (id: string) => `/api/ads/${id}/analytics`;

/** The address of the daily metrics as CSV, in the language of the page: a browser would ask for its own. */
export const csvPath = (id: number, { from, to }: Pick<Analytics, 'from' | 'to'>) =>
  toLocalApiPath(`${analyticsPath(String(id))}.csv?${new URLSearchParams({ from, to })}`, LANGUAGE);
