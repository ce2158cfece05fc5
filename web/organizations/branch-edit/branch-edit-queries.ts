import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BranchEdits, SharedValues } from '#contract/ownership/branch-edits.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { OWN_LISTINGS_PATH } from '#web/base/session/own-listing-queries.ts';
import { ORGANIZATIONS_PATH } from '#web/organizations/organization-queries.ts';

/** The edits of several branches that can be undone, or were. */
export const branchEditsQuery = (id: number) =>
  queryOptions<Page<BranchEdits[number]>, ApiError>({ queryKey: [`${ORGANIZATIONS_PATH}/${id}/edits`], staleTime: 0 });

/** The values that the branches share, by field. */
export const sharedValuesQuery = (id: number) =>
  queryOptions<SharedValues, ApiError>({ queryKey: [`${ORGANIZATIONS_PATH}/${id}/shared`], staleTime: 0 });

/** Reads again what shows branches, after some were changed. */
export function useRefreshBranches() {
  const client = useQueryClient();
  const isShown = (key: unknown) =>
    [ORGANIZATIONS_PATH, OWN_LISTINGS_PATH].some((path) => String(key).startsWith(path));
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => isShown(queryKey[0]) });
}
