import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Comparison } from '#contract/admin/comparison.ts';
import type { WithBlock } from '#contract/admin/decisions.ts';
import type { Desk } from '#contract/admin/desk.ts';
import type { ListingVersion } from '#contract/admin/listing-versions.ts';
import type { Objection, ObjectionsQuery } from '#contract/admin/objections.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';

const PAGE_SIZE = 20;

/** The path of a listing in the API of the staff. */
export const deskPath = (id: string | number) => `${ADMIN_API_PREFIX}ads/${id}`;

/** Everything about a listing. */
export const deskQuery = (id: string | number) =>
  queryOptions<Desk, ApiError>({ queryKey: [deskPath(id)], staleTime: 0, retry: false });

/** The versions of a listing, newest first. */
export const useHistory = (id: number) =>
  useQuery<Page<ListingVersion>, ApiError>({ queryKey: [`${deskPath(id)}/versions`], staleTime: 0 });

/** Two listings side by side. */
export const useComparison = (id: number, other: number) =>
  useQuery<Comparison, ApiError>({ queryKey: [`${deskPath(id)}/compare/${other}`], staleTime: 0, retry: false });

/** Objections of owners to changes of their listings. */
export const useObjections = (status: ObjectionsQuery['status']) =>
  useCursorPages<WithBlock<Objection>>(`${ADMIN_API_PREFIX}objections?status=${status}&limit=${PAGE_SIZE}`, PAGE_SIZE);

/** Refetches all that may show a listing, for visitors too. */
export const invalidateEverything = (client: QueryClient) => client.invalidateQueries();
