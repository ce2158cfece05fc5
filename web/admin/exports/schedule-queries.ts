import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ExportScheduleForm, ExportSchedules } from '#contract/admin/scheduled-exports.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';

const PATH = `${ADMIN_API_PREFIX}export-schedules`;
const REFRESH_MS = 60_000;

/** The scheduled exports, read again each minute: their files come by themselves. */
export const useExportSchedules = () =>
  useQuery<ExportSchedules, ApiError>({ queryKey: [PATH], staleTime: 0, refetchInterval: REFRESH_MS });

/** Changes of scheduled exports. Each resolves to its failure, if any. */
export function useScheduleActions() {
  const client = useQueryClient();
  const change = async (title: string, method: 'POST' | 'DELETE', path: string, body?: object) => {
    const failure = await toFailure(title, async () => {
      client.setQueryData([PATH], await send<ExportSchedules>(method, path, body));
    });
    if (failure) void client.invalidateQueries({ queryKey: [PATH] });
    return failure;
  };
  return {
    add: (form: ExportScheduleForm) => change(t('Failed to schedule the export'), 'POST', PATH, form),
    remove: (id: number) => change(t('Failed to remove the export'), 'DELETE', `${PATH}/${id}`),
  };
}
