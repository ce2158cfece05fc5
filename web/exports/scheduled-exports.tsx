import { useState } from 'react';
import type { ExportFile, ExportSchedule } from '#contract/admin/scheduled-exports.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '../admin/admin-queries.ts';
import { fetchApi, parseResponse, withStepUp } from '../app/api.ts';
import { useRunMutation } from '../app/use-run-mutation.ts';
import { rich } from '../i18n/rich.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatBytes } from '../ui/format-bytes.ts';
import { Icon } from '../ui/icon.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { srOnly } from '../ui/sr-only.tsx';
import { DateTime } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { formatHour, INTERVALS, SUBJECTS } from './labels.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useExportSchedules, useScheduleActions } from './schedule-queries.ts';

/** The exports that are made by themselves, with their files. */
export function ScheduledExports() {
  const { data, error, refetch } = useExportSchedules();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<ExportSchedule | null>(null);
  return (
    <section aria-labelledby="scheduled-exports" className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="max-w-measure">
          <h3 id="scheduled-exports" className="text-xl">
            {t('Scheduled exports')}
          </h3>
          <p className="mt-1 text-muted">
            {data?.isEncrypted
              ? t('Made automatically, encrypted, and stored where backups are.')
              : t('Made automatically, and stored where backups are.')}
          </p>
        </div>
        <Button variant="secondary" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t('Schedule an export')}
        </Button>
      </div>
      {data && !data.isPlaceSet && (
        <p className="flex max-w-measure items-start gap-2 text-sm">
          <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0 text-danger" />
          {t('BACKUP_TO isn’t set, so files stay on this server’s own disk and are lost with it.')}
        </p>
      )}
      {error && !data && (
        <div role="alert">
          <EmptyState
            title={t('Failed to fetch scheduled exports')}
            action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
          >
            {error.message}
          </EmptyState>
        </div>
      )}
      {!data && !error && (
        <SkeletonGroup label={t('Loading scheduled exports…')}>
          <Skeleton className="h-28 rounded-card" />
        </SkeletonGroup>
      )}
      {data?.schedules.length === 0 && (
        <EmptyState title={t('No scheduled exports')}>
          {t('Schedule one to have a fresh copy of a table at hand.')}
        </EmptyState>
      )}
      {data && data.schedules.length > 0 && (
        <ul className="grid gap-4">
          {data.schedules.map((schedule) => (
            <Schedule key={schedule.id} schedule={schedule} onRemove={() => setRemoving(schedule)} />
          ))}
        </ul>
      )}
      {isAdding && <ScheduleDialog onClose={() => setAdding(false)} />}
      <RemoveDialog schedule={removing} onClose={() => setRemoving(null)} />
    </section>
  );
}

function Schedule({ schedule, onRemove }: { schedule: ExportSchedule; onRemove: () => void }) {
  const { subject, format, every, hour, keep, nextAt, createdBy, files } = schedule;
  const name = `${SUBJECTS[subject].label}, ${format === 'csv' ? 'CSV' : t('JSON lines')}`;
  return (
    <li className="card grid gap-4 p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h4 className="text-lg">{name}</h4>
          <p>
            {t('{interval} at {time}, the newest {count, plural, one {file} other {# files}}', {
              interval: INTERVALS[every],
              time: formatHour(hour),
              count: keep,
            })}
          </p>
          <p className="wrap-anywhere text-muted text-sm">
            {createdBy
              ? rich('Next {time}, scheduled by {username}', { time: <DateTime at={nextAt} />, username: createdBy })
              : rich('Next {time}', { time: <DateTime at={nextAt} /> })}
          </p>
        </div>
        <Button variant="ghost" size="sm" onClick={onRemove}>
          {rich('Remove<hidden> {name}</hidden>', { hidden: srOnly, name })}
        </Button>
      </div>
      {files.length === 0 ? (
        <p className="text-muted text-sm">{t('The first file comes at its time.')}</p>
      ) : (
        <ul className="divide-y divide-line border-t">
          {files.map((file) => (
            <FileRow key={file.id} file={file} schedule={schedule} />
          ))}
        </ul>
      )}
    </li>
  );
}

function FileRow({
  file: { id, state, dueAt, rows, bytes, failure },
  schedule: { subject, format },
}: {
  file: ExportFile;
  schedule: ExportSchedule;
}) {
  const { busy, runMutation } = useRunMutation();
  const download = () =>
    runMutation(t('Failed to download'), async () => {
      const { file, name } = await withStepUp(async () => {
        const response = await fetchApi(`${ADMIN_API_PREFIX}export-files/${id}`, {});
        if (!response.ok) await parseResponse(response);
        const [, name = `${subject}.${format}.gz`] =
          /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
        return { file: await response.blob(), name };
      });
      saveFile(name, file);
    });
  return (
    <li className="flex min-h-13 items-center justify-between gap-4 py-2">
      <span className="min-w-0">
        <DateTime at={dueAt} />
        {state === 'complete' && (
          <span className="block text-muted text-sm tabular-nums">
            {t('{count, plural, one {# row} other {# rows}}, {size}', {
              count: rows ?? 0,
              size: formatBytes(bytes ?? 0),
            })}
          </span>
        )}
        {failure && <span className="typed block text-muted text-sm">{failure}</span>}
      </span>
      {state === 'complete' ? (
        <Button variant="secondary" size="sm" busy={busy} onClick={download}>
          {!busy && <Icon name="download" />}
          {busy ? t('Preparing...') : t('Download')}
        </Button>
      ) : (
        <Badge tone={state === 'failed' ? 'danger' : undefined}>
          {state === 'failed' ? t('Failed') : t('Being made')}
        </Badge>
      )}
    </li>
  );
}

function RemoveDialog({ schedule, onClose }: { schedule: ExportSchedule | null; onClose: () => void }) {
  const { remove } = useScheduleActions();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const confirm = async () => {
    if (!schedule) return;
    setBusy(true);
    const failed = await remove(schedule.id);
    setBusy(false);
    if (failed) return setFailure(failed.message);
    toast({ title: t('Scheduled export removed'), tone: 'success' });
    close();
  };
  const count = schedule?.files.filter(({ state }) => state === 'complete').length ?? 0;
  return (
    <Dialog
      open={schedule !== null}
      onClose={close}
      title={t('Remove this scheduled export?')}
      actions={
        <>
          <Button variant="danger" busy={busy} onClick={confirm}>
            {t('Remove')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={close}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <p>
        {count === 0
          ? t('No more files will be made.')
          : t(
              '{count, plural, one {No more files will be made, and its file is deleted. You can’t undo this.} other {No more files will be made, and its # files are deleted. You can’t undo this.}}',
              { count },
            )}
      </p>
      {failure && (
        <p role="alert" className="mt-3 text-danger">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
