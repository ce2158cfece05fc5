import type { ExportFile, ExportSchedule } from '#contract/admin/scheduled-exports.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { fetchApi, parseResponse, withStepUp } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { formatBytes } from '#web/base/ui/format-bytes.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { saveFile } from '#web/base/ui/save-file.ts';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { formatHour, INTERVALS, SUBJECTS } from './labels.ts';

/** A scheduled export with its files. */
export function ScheduleItem({ schedule, onRemove }: { schedule: ExportSchedule; onRemove: () => void }) {
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
