import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataArchive } from '#contract/admin/exports.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, type Page, send } from '#web/base/api/api.ts';
import { fetchFile } from '#web/base/api/fetch-file.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { saveFile } from '#web/base/ui/save-file.ts';

const PATH = `${ADMIN_API_PREFIX}archives`;
const POLL_INTERVAL_MS = 1500;

/** The zips of all exports, read again and again while one is made. */
export const useArchives = () =>
  useQuery<Page<DataArchive>, ApiError>({
    queryKey: [PATH],
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.items.some((archive) => archive.state === 'running') ? POLL_INTERVAL_MS : false,
  });

/** Has a zip made, downloads and deletes one. */
export function useArchiveActions() {
  const client = useQueryClient();
  const { busy, runMutation } = useRunMutation();
  const change = (title: string, method: 'POST' | 'DELETE', path: string) =>
    runMutation(title, async () => {
      try {
        await send(method, path);
      } finally {
        void client.invalidateQueries({ queryKey: [PATH] });
      }
    });
  return {
    busy,
    make: () => change(t('Failed to export'), 'POST', PATH),
    remove: (id: number) => change(t('Failed to delete the file'), 'DELETE', `${PATH}/${id}`),
    download: ({ id, createdAt }: DataArchive) =>
      runMutation(t('Failed to export'), async () =>
        saveFile(`everything-${createdAt.slice(0, 10)}.zip`, await fetchFile(`${PATH}/${id}/file`)),
      ),
  };
}
