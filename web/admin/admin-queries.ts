import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WithBlock } from '#contract/admin/decisions.ts';
import type { Health, MailBacklog, SiteState } from '#contract/admin/health.ts';
import type { AdminPayment, Balance, PaymentSummary } from '#contract/admin/payments.ts';
import type { AdminUser, AdminUsersQuery } from '#contract/admin/users.ts';
import type { AdminMessage } from '#contract/contact/contact.ts';
import type { AdminMatch } from '#contract/matches.ts';
import type { AdminClaim } from '#contract/ownership/claims.ts';
import type { HiddenListing, Report } from '#contract/reports/reports.ts';
import type { SuggestedEdit } from '#contract/reports/suggested-edits.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';

// Defined here and not in queries.ts, so that they are not in the bundle of the public pages.
const PAGE_SIZE = 25;

/** The sort order of a table of accounts: a column name, with a leading hyphen for descending order. */
export type Sort = AdminUsersQuery['sort'];

/** The prefix of every API path of the administrator. */
export const ADMIN_API_PREFIX = '/api/admin/';

/** Accounts whose username contains `search`, page by page. `initialSort` is the order until `setSort` is called. */
export function useUsers(path: '/api/admin/users' | '/api/admin/users/suspended', search: string, initialSort: Sort) {
  const [sort, setSort] = useState(initialSort);
  const query = new URLSearchParams({ ...(search && { search }), sort, limit: String(PAGE_SIZE) });
  return {
    ...useCursorPages<WithBlock<AdminUser>>(`${path}?${query}`, PAGE_SIZE),
    sort,
    setSort: (sort: string) => setSort(sort as Sort),
  };
}

/** Reports of visitors, newest first. */
export const useReports = (status: 'open' | 'closed') =>
  useCursorPages<WithBlock<Report>>(
    `${ADMIN_API_PREFIX}reports?open=${status === 'open'}&limit=${PAGE_SIZE}`,
    PAGE_SIZE,
  );

/** What visitors suggest for listings, newest first. */
export const useSuggestedEdits = () =>
  useCursorPages<WithBlock<SuggestedEdit>>(`${ADMIN_API_PREFIX}suggested-edits?limit=${PAGE_SIZE}`, PAGE_SIZE);

/** Claims that wait for a decision, or were approved, newest first. */
export const useClaims = (status: 'waiting' | 'approved') =>
  useCursorPages<WithBlock<AdminClaim>>(`${ADMIN_API_PREFIX}claims?status=${status}&limit=${PAGE_SIZE}`, PAGE_SIZE);

/** Pairs of listings that may be one business. */
export const useMatches = (status: 'open' | 'decided') =>
  useCursorPages<WithBlock<AdminMatch>>(`${ADMIN_API_PREFIX}matches?status=${status}&limit=${PAGE_SIZE}`, PAGE_SIZE);

/** Hidden listings, the most recently hidden first. */
export const useHiddenListings = () =>
  useCursorPages<WithBlock<HiddenListing>>(`${ADMIN_API_PREFIX}ads/hidden?limit=${PAGE_SIZE}`, PAGE_SIZE);

/** The filters of the list of payments: the label of the option, and the query parameters for the API. */
const PAYMENT_FILTERS = {
  all: {},
  requested: { refundRequested: 'true' },
  paid: { status: 'paid' },
  open: { status: 'open' },
  canceled: { status: 'canceled' },
  refused: { status: 'refused' },
} satisfies { [name: string]: { [name: string]: string } };
export type PaymentFilter = keyof typeof PAYMENT_FILTERS;

/** Payments of all accounts, newest first. */
export function usePayments(filter: PaymentFilter, search: { find?: string; from?: string; to?: string } = {}) {
  const query = new URLSearchParams({ ...PAYMENT_FILTERS[filter], ...search, limit: String(PAGE_SIZE) });
  return useCursorPages<WithBlock<AdminPayment>>(`${ADMIN_API_PREFIX}payments?${query}`, PAGE_SIZE);
}

/** What Stripe will pay out. Read anew each time it is shown. */
export const useBalance = () =>
  useQuery<Balance, ApiError>({ queryKey: [`${ADMIN_API_PREFIX}payments/balance`], staleTime: 0, retry: false });

/** The payments of a month, such as '2026-03', by day and state. */
export const usePaymentSummary = (month: string) =>
  useQuery<PaymentSummary, ApiError>({
    queryKey: [`${ADMIN_API_PREFIX}payments/summary?month=${month}`],
    staleTime: 0,
    retry: false,
  });

/** Messages from the contact form, newest first. */
export const useMessages = (status: AdminMessage['status']) =>
  useCursorPages<AdminMessage>(`${ADMIN_API_PREFIX}messages?status=${status}&limit=${PAGE_SIZE}`, PAGE_SIZE);

/** The counts of emails that have not been sent. */
export const useMailBacklog = () => useQuery<MailBacklog>({ queryKey: [`${ADMIN_API_PREFIX}mail`], staleTime: 0 });

/** What a check of the deployment finds, which takes some seconds. */
export const useHealth = () =>
  useQuery<Health, ApiError>({ queryKey: [`${ADMIN_API_PREFIX}health`], staleTime: 60_000, retry: false });

/** Whether the site is a restored copy. */
export const useSiteState = () => useQuery<SiteState>({ queryKey: [`${ADMIN_API_PREFIX}site`] });
