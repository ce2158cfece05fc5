import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { MAX_IMPORT_BYTES } from '#contract/imports/limits.ts';
import type { ImportUpload } from '#contract/imports/uploads.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { ApiError } from '#web/base/api/api.ts';
import { invalidateUserOnAuthError } from '#web/base/session/session.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { formatBytes } from '#web/base/ui/format-bytes.ts';
import { Progress } from './progress.tsx';
import { sendFile } from './send-file.ts';

/** Uploads a file, or the rest of one whose upload was interrupted. */
export function FilePicker({ uploads }: { uploads: ImportUpload[] }) {
  const client = useQueryClient();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<{ file: File; share: number; controller: AbortController } | null>(null);
  const [error, setError] = useState('');

  const upload = async (file: File) => {
    const refusal = validate(file);
    setError(refusal);
    if (refusal) return;
    const controller = new AbortController();
    setSending({ file, share: 0, controller });
    const begun = uploads.find(
      ({ state, ...other }) => state === 'uploading' && other.file === file.name && other.size === file.size,
    );
    const onProgress = (share: number) => setSending({ file, share, controller });
    try {
      await sendFile(file, begun, { onProgress, signal: controller.signal });
    } catch (failure) {
      if (!controller.signal.aborted) {
        if (!(failure instanceof ApiError)) throw failure;
        setError(failure.issues[0]?.message ?? (failure.message || t('Failed to upload the file')));
        invalidateUserOnAuthError(client, failure);
      }
    } finally {
      setSending(null);
      if (input.current) input.current.value = '';
      invalidateAdminQueries(client);
    }
  };

  return (
    <Card className="p-4 sm:p-5">
      {sending ? (
        <div className="grid gap-3">
          <Progress
            label={t('Uploading {file}', { file: sending.file.name })}
            share={sending.share}
            detail={t('{done} of {all}', {
              done: formatBytes(sending.share * sending.file.size),
              all: formatBytes(sending.file.size),
            })}
          />
          <div>
            <Button variant="secondary" size="sm" onClick={() => sending.controller.abort()}>
              {t('Pause upload')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="grid gap-1.5">
          <label htmlFor={id} className="font-semibold">
            {uploads.length > 0 ? t('Another file') : t('File')}
          </label>
          <input
            ref={input}
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,.parquet,.geojson,.geojsonseq,.geojsonl,.json"
            aria-describedby={`${id}-note`}
            aria-invalid={error ? true : undefined}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void upload(file);
            }}
            className="min-h-12 w-full rounded-field border border-line-strong border-dashed bg-card p-2.5 file:mr-3 file:min-h-9 file:rounded-field file:border file:border-line-strong file:px-3.5 file:font-semibold"
          />
          <FieldMessage
            id={`${id}-note`}
            error={error}
            hint={t(
              'CSV in any encoding, or places of Overture Maps, Foursquare or OpenStreetMap as Parquet or GeoJSON. Up to 2 GB. Nothing is imported yet.',
            )}
          />
        </div>
      )}
    </Card>
  );
}

function validate({ size }: File): string {
  if (size === 0) return t('The file is empty.');
  return size > MAX_IMPORT_BYTES
    ? t('The file is larger than 2 GB. Split it, or import it with the command on the server.')
    : '';
}
