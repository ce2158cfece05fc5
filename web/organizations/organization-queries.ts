import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import type { BranchNumbers, Organization, OrganizationPage } from '#contract/ownership/organizations.ts';
import { type ApiError, type Page, send } from '#web/base/api/api.ts';
import { type MutationFailure, toFailure } from '#web/base/api/run-mutation.ts';
import { OWN_LISTINGS_PATH } from '#web/base/session/own-listing-queries.ts';
import { toast } from '#web/base/ui/toast.tsx';

export const ORGANIZATIONS_PATH = '/api/user/organizations';

/** The businesses with branches of the user, and of those whom the user helps with all listings. */
export const organizationsQuery = queryOptions<Page<Organization>, ApiError>({
  queryKey: [ORGANIZATIONS_PATH],
  staleTime: 0,
});

/** One of them, with its branches. */
export const organizationQuery = (id: string) =>
  queryOptions<OrganizationPage, ApiError>({ queryKey: [`${ORGANIZATIONS_PATH}/${id}`], staleTime: 0 });

/** The numbers of its branches. @param query the range of days, as of the analytics of a listing */
export const numbersQuery = (id: number, query: string) =>
  queryOptions<BranchNumbers, ApiError>({ queryKey: [`${ORGANIZATIONS_PATH}/${id}/numbers${query}`] });

/** The listings of the user that can become branches: as many as the API answers at once. */
export const possibleBranchesQuery = queryOptions<Page<OwnerListing>, ApiError>({
  queryKey: [`${OWN_LISTINGS_PATH}?limit=100`],
  staleTime: 0,
});

/** A change: its method, the path after `/api/user/organizations`, the body if it has one, and the title of the toast. */
interface OrganizationChange {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  done: string;
}

/** Makes a change, and reads again what shows it. Resolves to the answer, or the failure without a toast. */
export function useChangeOrganization() {
  const client = useQueryClient();
  return async <Answer>({ method, path, body, done }: OrganizationChange) => {
    let answer: Answer | undefined;
    const failure: MutationFailure | undefined = await toFailure(t('That didn’t work'), async () => {
      answer = await send<Answer>(method, `${ORGANIZATIONS_PATH}${path}`, body);
    });
    if (!failure) toast({ title: done, tone: 'success' });
    const isShown = (key: unknown) => String(key).startsWith(ORGANIZATIONS_PATH);
    void client.invalidateQueries({ predicate: ({ queryKey }) => method !== 'DELETE' && isShown(queryKey[0]) });
    return { answer, failure };
  };
}
