import { useQuery } from '@tanstack/react-query';
import type { Payment } from '#contract/payments.ts';
import type { ApiError, Page } from '../app/api.ts';
import { useUser } from '../session/user.ts';

/** What the next premium listing of who is signed in is paid with already: the oldest credit; undefined without one. */
export function useCredit(): Payment | undefined {
  const { user } = useUser();
  const { data } = useQuery<Page<Payment>, ApiError>({
    queryKey: ['/api/user/credits'],
    enabled: Boolean(user),
    staleTime: 0,
  });
  return data?.items[0];
}
