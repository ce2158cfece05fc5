import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Payment } from '#contract/payments.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { useUser } from '#web/base/session/user.ts';

const creditsQuery = queryOptions<Page<Payment>, ApiError>({ queryKey: ['/api/user/credits'], staleTime: 0 });

/** The payments of the signed-in user that no listing has used yet, oldest first. */
export function useCredits(): Payment[] {
  const { user } = useUser();
  return useQuery({ ...creditsQuery, enabled: Boolean(user) }).data?.items ?? [];
}

/** The credit that pays for the user's next premium listing: the oldest; undefined without one. */
export function useCredit(): Payment | undefined {
  return useCredits()[0];
}
