import { type Kysely, sql } from 'kysely';
import { defineMessage, translateDefined } from '#contract/i18n/t.ts';
import { DATE_QUESTION, type ImportOptionsForm } from '#contract/imports/uploads.ts';
import { isDated } from '#server/import/file-dates.ts';
import { importFile } from '#server/import/import.ts';
import { type ImportReport, openReport } from '#server/import/report.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { readColumns } from '#server/source-files/read-rows.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { keepReport, toDataPath, toDryRunReportPath, toUploadReportPath } from './files.ts';
import { rememberOptions } from './mappings.ts';
import { saveSource, toReadOptions } from './options.ts';

const ALIVE_INTERVAL_MS = 1000;
const MAX_MESSAGE_LENGTH = 2000;

class Canceled extends Error {}

/** A dry run or import of an uploaded file whose row says so, on behalf of an administrator. */
export interface UploadRun {
  uploadId: number;
  isDryRun: boolean;
  /** Null: the command line. */
  account: number | null;
}

/**
 * Does the dry run or import, and records in the row of the upload how far it is and how it ended.
 * @param onCanceled called when somebody asks for its end, which is after the next batch
 * @throws {Error} that nobody expected, after recording that it stopped
 */
export async function runUpload(
  { db, folder }: { db: Kysely<DB>; folder: string },
  { uploadId, isDryRun, account }: UploadRun,
  { onCanceled, onProgress }: { onCanceled?: () => void; onProgress?: (done: number, total: number) => void } = {},
): Promise<void> {
  const upload = await db
    .selectFrom('import_uploads')
    .select(['file', 'key', 'options', 'size', 'open_data'])
    .where('id', '=', uploadId)
    .executeTakeFirst();
  // The upload was removed meanwhile.
  if (!upload) return;
  const { key, file } = upload;
  const options = upload.options as unknown as ImportOptionsForm;
  const path = toDataPath(folder, key);
  const explain = ({ message }: ImportError) => message.replaceAll(path, file).replaceAll(folder, 'DATA_DIR/imports');
  const life = await keepAlive(db, uploadId, onCanceled);
  let importId: number | null = null;
  let report: ImportReport | undefined;
  const end = async (state: 'ready' | 'stopped' | 'imported', more: { message?: string; summary?: object } = {}) => {
    await life.stop();
    const isReportWhole = report === undefined || (await closeReport(report, folder, importId));
    const { message = isReportWhole ? undefined : INCOMPLETE_REPORT, summary } = more;
    await db
      .updateTable('import_uploads')
      .set({
        state,
        message: message?.slice(0, MAX_MESSAGE_LENGTH) ?? null,
        import_id: state === 'ready' ? null : importId,
        ...(summary && isDryRun && { dry_run: JSON.stringify(summary) }),
        ...(state === 'imported' && { ended_at: sql`now()` }),
      })
      .where('id', '=', uploadId)
      .execute();
    if (state === 'imported' && upload.open_data) await recordOpenDataImport(db, upload.open_data, importId);
  };
  try {
    if (options.date === '' && !(await isDated(db, path, toReadOptions(options)))) {
      throw new ImportError(translateDefined(DATE_QUESTION));
    }
    report = await openReport(isDryRun ? toDryRunReportPath(folder, key) : toUploadReportPath(folder, key));
    const { add, start } = report;
    if (!isDryRun) {
      if (options.mapping) await rememberHeader(db, path, options);
      await saveSource(db, options);
    }
    const { importId: _, ...summary } = await importFile(db, path, {
      ...toReadOptions(options),
      name: file,
      dryRun: isDryRun,
      ...(account !== null && { account }),
      refresh: options.refresh,
      onWarning: add,
      progress: (done, total) => {
        life.record({ bytes_read: Math.round((upload.size * done) / total) });
        onProgress?.(done, total);
      },
      onStart: ({ id, position }) => {
        importId = id;
        start({ append: position > 0 });
        life.record({ import_id: id, rows_read: position });
      },
      onBatch: (rows) => {
        life.record({ rows_read: rows });
        if (life.isCanceled()) throw new Canceled();
      },
    });
    await end(isDryRun ? 'ready' : 'imported', { summary });
  } catch (error) {
    const stopped = isDryRun || importId === null ? 'ready' : 'stopped';
    if (error instanceof Canceled) return end(stopped);
    // The whole file is refused, and nothing of it remains.
    if (error instanceof ImportError) return end('ready', { message: explain(error) });
    await end(stopped, { message: UNEXPECTED_MESSAGE });
    throw error;
  }
}

const recordOpenDataImport = (db: Kysely<DB>, name: string, importId: number | null) =>
  db
    .updateTable('open_data_sources')
    .set({ import_id: importId, imported_at: sql`now()` })
    .where('name', '=', name)
    .execute();

/** The message of a run whose process has ended. */
export const RESTARTED = defineMessage('It stopped because the server was restarted.');
const UNEXPECTED_MESSAGE = defineMessage('It stopped because of an error on the server, which its log has.');

async function rememberHeader(db: Kysely<DB>, path: string, { mapping, source, category }: ImportOptionsForm) {
  const head = await readColumns(path);
  if (head && mapping) await rememberOptions(db, head.header, { mapping, source, category });
}

async function closeReport(report: ImportReport, folder: string, importId: number | null) {
  try {
    await report.close({ keep: true });
    if (importId !== null) await keepReport(folder, importId, report.path);
    return true;
  } catch {
    return false;
  }
}

const INCOMPLETE_REPORT = defineMessage(
  'The list of refused and merged rows is incomplete. The server’s disk may be full.',
);

/** Records once a second that the run goes on, and how far it is, and asks whether it is canceled. */
async function keepAlive(db: Kysely<DB>, id: number, onCanceled: (() => void) | undefined) {
  let progress: { bytes_read?: number; rows_read?: number; import_id?: number | null } = {};
  let canceled = false;
  const record = async () => {
    const row = await db
      .updateTable('import_uploads')
      .set({ ...progress, alive_at: sql`now()` })
      .where('id', '=', id)
      .returning('is_canceled')
      .executeTakeFirst();
    if (row?.is_canceled && !canceled) {
      canceled = true;
      onCanceled?.();
    }
  };
  await record();
  let recording: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // A failure does not matter: the next record follows a second later.
    recording = recording.then(record).catch(() => {});
  }, ALIVE_INTERVAL_MS);
  return {
    record(more: typeof progress) {
      progress = { ...progress, ...more };
    },
    isCanceled: () => canceled,
    async stop() {
      clearInterval(timer);
      await recording;
      // How far it was. An import that was removed is named no more.
      await record().catch(() => {});
    },
  };
}

/** Records that a dry run or import has stopped without recording it itself. */
export async function markStopped(db: Kysely<DB>, id: number, message: string | null): Promise<void> {
  await db
    .updateTable('import_uploads')
    .set({ state: sql`case state when 'importing' then 'stopped' else 'ready' end`, message })
    .where('id', '=', id)
    .where('state', 'in', ['dry-run', 'importing'])
    .execute();
}
