import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApprovalRules, WaitingListing } from '#contract/admin/approvals.ts';
import type { WithBlock } from '#contract/admin/decisions.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { ApiError, send } from '#web/base/api/api.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { invalidateUserOnAuthError } from '#web/base/session/session.ts';

const PAGE_SIZE = 20;
const RULES_PATH = `${ADMIN_API_PREFIX}approval-rules`;

/** The listings that wait, the one that waits longest first. */
export const useWaitingListings = () =>
  useCursorPages<WithBlock<WaitingListing>>(`${ADMIN_API_PREFIX}approvals?limit=${PAGE_SIZE}`, PAGE_SIZE);

/** The rules about which listings wait. */
export const useApprovalRules = () =>
  useQuery<ApprovalRules, ApiError>({ queryKey: [RULES_PATH], staleTime: 0, refetchOnMount: 'always' });

/** Requests that change something; afterwards everything that the staff sees is read again. */
export function useApprovalRequests() {
  const client = useQueryClient();
  const request = async <Result>(method: 'POST' | 'PUT', path: string, body: object): Promise<Result> => {
    try {
      return await send<Result>(method, path, body);
    } catch (error) {
      if (error instanceof ApiError) invalidateUserOnAuthError(client, error);
      throw error;
    } finally {
      invalidateAdminQueries(client);
    }
  };
  return {
    /** @throws {ApiError} as the others do */
    approve: ({ id, version }: WaitingListing) => request('POST', `${ADMIN_API_PREFIX}ads/${id}/approve`, { version }),
    decline: ({ id, version }: WaitingListing, reason: string) =>
      request('POST', `${ADMIN_API_PREFIX}ads/${id}/decline`, { version, reason }),
    saveRules: (rules: ApprovalRules) => request<ApprovalRules>('PUT', RULES_PATH, rules),
  };
}
