import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FailedJob, FailedMail, FailuresChanged } from '#contract/admin/failures.ts';
import { invalidateAdminQueries, showActionFailure } from '#web/admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, type Page, send } from '#web/base/api/api.ts';
import { toast } from '#web/base/ui/toast.tsx';

/** The newest emails that were given up. */
export const useFailedMails = () =>
  useQuery<Page<FailedMail>, ApiError>({ queryKey: [`${ADMIN_API_PREFIX}failed-mails`], staleTime: 0 });

/** The newest background jobs that were given up. */
export const useFailedJobs = () =>
  useQuery<Page<FailedJob>, ApiError>({ queryKey: [`${ADMIN_API_PREFIX}failed-jobs`], staleTime: 0 });

/** Acts on failures, one request at a time; `toTitle` says in a toast how many were changed. */
export function useFailureAction() {
  const client = useQueryClient();
  const [pending, setPending] = useState<string | null>(null);
  const act = async (action: string, ids: string[], toTitle: (changed: number) => string) => {
    setPending(`${action} ${ids.join()}`);
    try {
      const { changed } = await send<FailuresChanged>('POST', `${ADMIN_API_PREFIX}${action}`, { ids });
      toast({ title: toTitle(changed), tone: 'success' });
    } catch (error) {
      showActionFailure(client, error);
    } finally {
      invalidateAdminQueries(client);
      setPending(null);
    }
  };
  return {
    act,
    isBusy: pending !== null,
    isPending: (action: string, ids: string[]) => pending === `${action} ${ids.join()}`,
  };
}
