import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Staff, StaffSession } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, type Page, send } from '#web/base/api/api.ts';
import { type MutationFailure, toFailure } from '#web/base/api/run-mutation.ts';
import { toast } from '#web/base/ui/toast.tsx';

const STAFF_PATH = `${ADMIN_API_PREFIX}staff`;

/** The staff and its invitations. */
export const useStaff = () => useQuery<Staff, ApiError>({ queryKey: [STAFF_PATH], staleTime: 0 });

/** The open sessions of a member. */
export const useStaffSessions = (accountId: number) =>
  useQuery<Page<StaffSession>, ApiError>({ queryKey: [`${STAFF_PATH}/${accountId}/sessions`], staleTime: 0 });

/** Changes the staff: `path` follows `/api/admin/staff/`, and `title` is that of a toast. Resolves to the failure, without a toast. */
export type ChangeStaff = (path: string, body: object, title: string) => Promise<MutationFailure | undefined>;

/** The changes that the section makes. All of its lists are read again after each. */
export function useChangeStaff(): ChangeStaff {
  const client = useQueryClient();
  return async (path, body, title) => {
    const failure = await toFailure(t('That didn’t work'), async () => {
      await send('POST', `${STAFF_PATH}/${path}`, body);
    });
    if (!failure) toast({ title, tone: 'success' });
    // Also after a failure, because it may mean that the lists are out of date.
    invalidateAdminQueries(client);
    return failure;
  };
}
