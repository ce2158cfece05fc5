import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ImportUpload } from '#contract/imports/uploads.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { FilePicker } from './file-picker.tsx';
import { UPLOADS_PATH } from './send-file.ts';
import { UploadedFile } from './uploaded-file.tsx';

const POLL_INTERVAL_MS = 1500;

const isRunning = ({ state }: ImportUpload) => state === 'dry-run' || state === 'importing';

/** Files that are uploaded and imported: a field for another one, and where each of them is. */
export function ImportFiles() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery<Page<ImportUpload>, ApiError>({
    queryKey: [UPLOADS_PATH],
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? POLL_INTERVAL_MS : false),
  });
  const uploads = data?.items ?? [];
  const running = uploads.filter(isRunning).length;
  const previous = useRef(running);
  useEffect(() => {
    // An import that has ended changed the lists.
    if (running < previous.current) invalidateAdminQueries(client);
    previous.current = running;
  }, [client, running]);

  if (error && !data) {
    return (
      <EmptyState
        title={t('Failed to fetch uploaded files')}
        action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
      />
    );
  }
  if (!data) return <Spinner label={t('Loading…')} className="py-10" />;
  return (
    <div className="grid gap-4">
      {uploads.map((upload) => (
        <UploadedFile key={upload.id} upload={upload} />
      ))}
      <FilePicker uploads={uploads} />
    </div>
  );
}
