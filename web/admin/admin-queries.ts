import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser, AdminUsersQuery, AuditLogEntry, MailBacklog } from '#contract/admin.ts';
import type { AdminClaim } from '#contract/claims.ts';
import type { AdminMessage } from '#contract/contact.ts';
import type { AdminPayment } from '#contract/payments.ts';
import type { HiddenListing, Report } from '#contract/reports.ts';
import type { ZeroResultSearch } from '#contract/search.ts';
import { useCursorPages } from '../app/use-cursor-pages.ts';

// These reads stand here and not in queries.ts, so that the pages for everyone do not carry them.
const PAGE_SIZE = 25;

/** The order of a table of accounts: a column, with a hyphen before it for the largest first. */
export type Sort = AdminUsersQuery['sort'];

/** What every path of the administrator's reads begins with. */
export const ADMIN_API_PREFIX = '/api/admin/';

/** Accounts whose name contains `search`, page by page, in an order that can be changed. `sort` is the first one. */
export function useUsers(path: '/api/admin/users' | '/api/admin/users/suspended', search: string, first: Sort) {
  const [sort, setSort] = useState(first);
  const query = new URLSearchParams({ ...(search && { search }), sort, limit: String(PAGE_SIZE) });
  return {
    ...useCursorPages<AdminUser>(`${path}?${query}`, PAGE_SIZE),
    sort,
    setSort: (sort: string) => setSort(sort as Sort),
  };
}

/** What was done to accounts, newest first, page by page. */
export const useAuditLog = () => useCursorPages<AuditLogEntry>(`/api/admin/audit?limit=${PAGE_SIZE}`, PAGE_SIZE);

/** What visitors reported, newest first. */
export const useReports = (which: 'open' | 'closed') =>
  useCursorPages<Report>(`${ADMIN_API_PREFIX}reports?open=${which === 'open'}&limit=${PAGE_SIZE}`, PAGE_SIZE);

/** Claims that wait for the administrator, newest first. */
export const usePendingClaims = () =>
  useCursorPages<AdminClaim>(`${ADMIN_API_PREFIX}claims?status=waiting&limit=${PAGE_SIZE}`, PAGE_SIZE);

/** Listings that are hidden, the last hidden first. */
export const useHiddenListings = () =>
  useCursorPages<HiddenListing>(`${ADMIN_API_PREFIX}ads/hidden?limit=${PAGE_SIZE}`, PAGE_SIZE);

/** Which payments to show: what the select says, and what the API is asked for. */
export const PAYMENT_FILTERS = {
  all: { label: 'All payments', query: {} },
  requested: { label: 'Refund requested', query: { refundRequested: 'true' } },
  paid: { label: 'Paid', query: { status: 'paid' } },
  open: { label: 'Not paid', query: { status: 'open' } },
  canceled: { label: 'Called off', query: { status: 'canceled' } },
  refused: { label: 'Refused', query: { status: 'refused' } },
} satisfies { [name: string]: { label: string; query: { [name: string]: string } } };
export type PaymentFilter = keyof typeof PAYMENT_FILTERS;

/** Payments of all accounts, newest first. */
export function usePayments(filter: PaymentFilter) {
  const query = new URLSearchParams({ ...PAYMENT_FILTERS[filter].query, limit: String(PAGE_SIZE) });
  return useCursorPages<AdminPayment>(`${ADMIN_API_PREFIX}payments?${query}`, PAGE_SIZE);
}

/** What people wrote by the contact form, newest first. */
export const useMessages = (status: AdminMessage['status']) =>
  useCursorPages<AdminMessage>(`${ADMIN_API_PREFIX}messages?status=${status}&limit=${PAGE_SIZE}`, PAGE_SIZE);

/** What was looked for in vain in the past 30 days, the most frequent first: these and no more. */
export const useEmptySearches = () => useCursorPages<ZeroResultSearch>(`${ADMIN_API_PREFIX}searches?limit=100`, 100);

/** The mails that have not left. */
export const useMailBacklog = () => useQuery<MailBacklog>({ queryKey: [`${ADMIN_API_PREFIX}mail`], staleTime: 0 });
