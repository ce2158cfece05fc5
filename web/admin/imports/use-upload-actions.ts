import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ImportOptionsForm, ImportUpload } from '#contract/imports/uploads.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { ApiError, type Issue, send } from '#web/base/api/api.ts';
import { invalidateUserOnAuthError } from '#web/base/session/session.ts';
import { toast } from '#web/base/ui/toast.tsx';
import { UPLOADS_PATH } from './send-file.ts';

/** What can be done with an uploaded file, one at a time. A failure is shown in a toast, and its issues stay until the next action. */
export function useUploadActions({ id, state }: ImportUpload) {
  const client = useQueryClient();
  const [pending, setPending] = useState<'dry-run' | 'start' | 'cancel' | 'remove' | null>(null);
  const [issues, setIssues] = useState<Issue[]>([]);

  // After a cancellation the button stays busy until the batch has ended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is what ends it.
  useEffect(() => setPending(null), [state]);

  const perform = async (name: NonNullable<typeof pending>, method: 'POST' | 'DELETE', body?: object) => {
    setPending(name);
    setIssues([]);
    try {
      await send(method, `${UPLOADS_PATH}/${id}${method === 'POST' ? `/${name}` : ''}`, body);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setIssues(error.issues);
      const description = error.issues.length > 0 ? t('Correct the marked fields.') : error.message;
      toast({ title: t('Operation Failed'), description, tone: 'danger' });
      invalidateUserOnAuthError(client, error);
    } finally {
      invalidateAdminQueries(client);
      if (name !== 'cancel') setPending(null);
    }
  };

  return {
    pending,
    issues,
    dryRun: (options: ImportOptionsForm) => void perform('dry-run', 'POST', { options }),
    /** Starts the import; without options it continues. */
    start: (options: ImportOptionsForm | null) => void perform('start', 'POST', { options }),
    cancel: () => void perform('cancel', 'POST'),
    remove: () => void perform('remove', 'DELETE'),
  };
}
export type UploadActions = ReturnType<typeof useUploadActions>;
