import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Payment } from '#contract/payments.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';

const USER_PAYMENTS_PATH = '/api/user/payments';
const PAGE_SIZE = 20;

/** The user's payments, newest first. */
export const useUserPayments = () => useCursorPages<Payment>(`${USER_PAYMENTS_PATH}?limit=${PAGE_SIZE}`, PAGE_SIZE);

/** One payment of the user. */
export const userPaymentQuery = (id: string) =>
  queryOptions<Payment, ApiError>({ queryKey: [`${USER_PAYMENTS_PATH}/${id}`] });

/** Invalidates all queries of the user's payments. */
export function invalidatePayments(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(USER_PAYMENTS_PATH) });
}

/** The API path of the invoice of a payment, a PDF. */
export const getInvoicePath = ({ id }: Pick<Payment, 'id'>, version?: number) =>
  `${USER_PAYMENTS_PATH}/${id}/invoice.pdf${version === undefined ? '' : `?version=${version}`}`;

/** The API path that reissues the invoice of a payment. */
export const getInvoiceVersionsPath = ({ id }: Pick<Payment, 'id'>) => `${USER_PAYMENTS_PATH}/${id}/invoice-versions`;

/** The API path of a credit note of a payment, a PDF. */
export const getCreditNotePath = ({ id }: Pick<Payment, 'id'>, number: string) =>
  `${USER_PAYMENTS_PATH}/${id}/credit-notes/${number}`;

/** The API path of the refund requests of a payment: `/api/user/payments/7/refund-requests`. */
export const getRefundRequestsPath = ({ id }: Pick<Payment, 'id'>) => `${USER_PAYMENTS_PATH}/${id}/refund-requests`;
