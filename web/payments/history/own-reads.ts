import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Payment } from '#contract/payments.ts';
import type { ApiError, Page } from '#web/app/api.ts';
import { usePages } from '#web/app/use-cursor-pages.ts';

const OWN_PAYMENTS = '/api/user/payments';
const ROWS = 20;

/** One's own payments, newest first. */
export const useOwnPayments = () => usePages<Payment>(`${OWN_PAYMENTS}?limit=${ROWS}`, ROWS);

/** One of them: the receipt. */
export const ownPaymentQuery = (id: string) => queryOptions<Payment, ApiError>({ queryKey: [`${OWN_PAYMENTS}/${id}`] });

/** What was paid and not used yet, the oldest first. */
export const useCredits = () =>
  useQuery<Page<Payment>, ApiError>({ queryKey: ['/api/user/credits'], staleTime: 0 }).data?.items ?? [];

/** Something was done to a payment of one's own: whatever shows it is read again. */
export function paymentsChanged(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(OWN_PAYMENTS) });
}

/** What is done to one of them: `/api/user/payments/7/cancel`. */
export const paymentPath = ({ id }: Pick<Payment, 'id'>, verb: 'cancel' | 'refund-requests') =>
  `${OWN_PAYMENTS}/${id}/${verb}`;
