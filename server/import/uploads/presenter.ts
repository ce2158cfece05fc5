import type { Selectable } from 'kysely';
import { translateDefined } from '#contract/i18n/t.ts';
import type { ImportOptionsForm, ImportUpload } from '#contract/imports/uploads.ts';
import type { ImportSummary } from '#server/import/summary.ts';
import type { ImportUploads } from '#server/platform/db/schema.ts';
import { RESTARTED } from './run-upload.ts';

/** The row of an uploaded file. */
export type UploadRow = Selectable<ImportUploads>;

/** With what depends on the clock of the database. */
export type RunningUpload = UploadRow & { is_alive: boolean; running_seconds?: number | null };

/** As the administrator sees it: what no process reads any more has stopped. */
export function toImportUpload(row: RunningUpload & { summary?: unknown }): ImportUpload {
  const { id, file, size, received, options, dry_run, import_id, message, created_at, is_alive } = row;
  const isRunning = row.state === 'dry-run' || row.state === 'importing';
  const isLost = isRunning && !is_alive;
  return {
    id,
    file,
    size,
    received,
    importId: import_id,
    createdAt: created_at.toISOString(),
    state: isLost ? (row.state === 'importing' ? 'stopped' : 'ready') : row.state,
    options: options as unknown as ImportOptionsForm | null,
    dryRun: toDryRun(dry_run as unknown as ImportSummary | null),
    progress: isRunning && is_alive ? toProgress(row) : null,
    message: isLost ? translateDefined(RESTARTED) : message === null ? null : translateDefined(message),
  };
}

/** One of an earlier version has counted no kinds. */
const toDryRun = (summary: ImportSummary | null): ImportUpload['dryRun'] =>
  summary && {
    ...summary,
    marked: (summary.closures ?? 0) + (summary.refresh?.marked ?? 0),
    kinds: summary.kinds ?? [],
  };

function toProgress(row: RunningUpload & { summary?: unknown }): ImportUpload['progress'] {
  const { size, bytes_read, rows_read, dry_run, running_seconds } = row;
  const { added = 0, updated = 0, merged = 0, skipped = 0 } = (row.summary ?? {}) as Partial<ImportSummary>;
  const totalRows = (dry_run as unknown as ImportSummary | null)?.read ?? null;
  // It counts both reading the file and taking its rows, of which a dry run begins with none.
  const share = Math.min(1, bytes_read / size);
  const seconds = running_seconds ?? 0;
  const canBeEstimated = share > 0.01 && seconds > 3;
  return {
    share,
    rows: rows_read,
    totalRows,
    secondsLeft: canBeEstimated ? Math.round((seconds * (1 - share)) / share) : null,
    figures: row.summary ? { added, updated, merged, skipped } : null,
  };
}
