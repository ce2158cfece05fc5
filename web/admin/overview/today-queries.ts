import { useQuery } from '@tanstack/react-query';
import type { Queue, Today } from '#contract/admin/today.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import type { ApiError } from '#web/base/api/api.ts';

const REFETCH_MS = 60_000;

/** What waits in the queues of the user's role. It is fetched again every minute, and after each action. */
export const useToday = () =>
  useQuery<Today, ApiError>({
    queryKey: [`${ADMIN_API_PREFIX}today`],
    staleTime: 10_000,
    refetchInterval: REFETCH_MS,
  });

/** The number of what waits in queues; undefined until it is known. */
export function useQueueCount(queues: Queue[]): number | undefined {
  const { data } = useToday();
  if (!data) return undefined;
  return data.queues.reduce((sum, { queue, count }) => sum + (queues.includes(queue) ? count : 0), 0);
}
