import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminNotice, AdminNotices, NoticeForm } from '#contract/admin/notices.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { queries } from '#web/base/api/queries.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';

const PATH = `${ADMIN_API_PREFIX}notices`;

/** The notices that are live, coming, or ended last. */
export const useNotices = () => useQuery<AdminNotices, ApiError>({ queryKey: [PATH], staleTime: 0 });

/** Changes of notices. Each resolves to its failure, if any; the open page shows what is live then. */
export function useNoticeActions() {
  const client = useQueryClient();
  const change = async (title: string, method: 'POST' | 'PUT', path: string, body: object) => {
    const failure = await toFailure(title, async () => {
      client.setQueryData([PATH], await send<AdminNotices>(method, path, body));
    });
    await client.invalidateQueries({ queryKey: failure ? [PATH] : queries.notices().queryKey, refetchType: 'all' });
    return failure;
  };
  return {
    add: (form: NoticeForm) => change(t('Failed to add the notice'), 'POST', PATH, form),
    edit: ({ id, version }: AdminNotice, form: NoticeForm) =>
      change(t('Failed to save the notice'), 'PUT', `${PATH}/${id}`, { ...form, version }),
    end: ({ id, version }: AdminNotice) =>
      change(t('Failed to end the notice'), 'POST', `${PATH}/${id}/end`, { version }),
  };
}
