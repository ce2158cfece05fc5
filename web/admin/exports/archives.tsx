import { ARCHIVE_HOURS, type DataArchive } from '#contract/admin/exports.ts';
import { t } from '#contract/i18n/t.ts';
import { Progress } from '#web/admin/imports/progress.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { formatBytes } from '#web/base/ui/format-bytes.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { useArchiveActions, useArchives } from './archive-queries.ts';

/** One zip with all exports: has it made, shows how far it is, and downloads it. */
export function Archives() {
  const { data, error } = useArchives();
  const { busy, make, remove, download } = useArchiveActions();
  const archives = data?.items ?? [];
  const isRunning = archives.some(({ state }) => state === 'running');
  return (
    <section>
      <h3 className="mb-2 text-lg">{t('Everything in one file')}</h3>
      <p className="mb-4 max-w-measure text-muted">
        {t(
          'A ZIP file with all of these exports as CSV (for spreadsheets) and JSON lines (for programs), and a list of its files with their rows and checksums. It has no passwords. We make it in the background and keep it for {hours} hours.',
          { hours: ARCHIVE_HOURS },
        )}
      </p>
      <Button busy={busy} disabled={isRunning || !data} onClick={make}>
        {t('Make the file')}
      </Button>
      {error && !data && (
        <p role="alert" className="mt-4 text-danger">
          {error.message}
        </p>
      )}
      {archives.length > 0 && (
        <ul className="mt-4 grid gap-3">
          {archives.map((archive) => (
            <Card as="li" key={archive.id} className="grid gap-3 p-4">
              <Archive archive={archive} />
              <div className="flex flex-wrap gap-2">
                {archive.state === 'ready' && (
                  <Button size="sm" disabled={busy} onClick={() => download(archive)}>
                    <Icon name="download" />
                    {t('Download')}
                  </Button>
                )}
                <Button size="sm" variant="secondary" disabled={busy} onClick={() => remove(archive.id)}>
                  {archive.state === 'running' ? t('Cancel') : t('Delete')}
                </Button>
              </div>
            </Card>
          ))}
        </ul>
      )}
    </section>
  );
}

function Archive({
  archive: { state, done, total, bytes, message, by, createdAt, expiresAt },
}: {
  archive: DataArchive;
}) {
  if (state === 'running')
    return (
      <Progress
        label={t('Making the file')}
        share={total === 0 ? 0 : Math.min(1, done / total)}
        detail={t('{done, number} of {count, plural, one {# row} other {# rows}}', { done, count: total })}
      />
    );
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {state === 'ready' ? (
        <>
          <Badge tone="success">{t('Ready')}</Badge>
          <span className="tabular-nums">{formatBytes(bytes ?? 0)}</span>
        </>
      ) : (
        <>
          <Badge tone="danger">{t('Failed')}</Badge>
          <span>{message}</span>
        </>
      )}
      <span className="text-muted text-sm">
        {rich('Made {date} by {name}', { date: <DateTime at={createdAt} />, name: by ?? t('a former member') })}
        {expiresAt && <> · {rich('deleted {date}', { date: <DateTime at={expiresAt} /> })}</>}
      </span>
    </p>
  );
}
