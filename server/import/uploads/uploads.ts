import { writeFile } from 'node:fs/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { defineMessage, t } from '#contract/i18n/t.ts';
import type { ImportOptionsForm, ImportUpload } from '#contract/imports/uploads.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, HttpError, NotFound } from '#server/platform/http/errors.ts';
import { createImportFolder, createKey, describeMissingRoom, getFreeBytes, toDataPath } from './files.ts';
import { type RunningUpload, toImportUpload, type UploadRow } from './presenter.ts';
import type { UploadProcesses } from './upload-process.ts';

/** The dependencies of uploads of files to import. */
export interface UploadDeps {
  db: Kysely<DB>;
  /** `DATA_DIR/imports` */
  folder: string;
  processes: UploadProcesses;
}

const MAX_LISTED = 20;
// A process says every second that it is alive.
const isAlive = sql<boolean>`coalesce(alive_at > now() - interval '30 seconds', false)`;

const runningSeconds = sql<number | null>`extract(epoch from now() - import_uploads.begun_at)::float8`;

/** The uploaded files, newest first. */
export async function listUploads(db: Kysely<DB>): Promise<ImportUpload[]> {
  const rows = await db
    .selectFrom('import_uploads')
    .leftJoin('imports', 'imports.id', 'import_id')
    .selectAll('import_uploads')
    .select([isAlive.as('is_alive'), runningSeconds.as('running_seconds')])
    .select('summary')
    .orderBy('import_uploads.id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(toImportUpload);
}

/**
 * Announces a file, whose parts follow.
 * @throws {HttpError} 507 when it does not fit on the disk
 */
export async function createUpload(
  { db, folder }: Pick<UploadDeps, 'db' | 'folder'>,
  { file, size }: { file: string; size: number },
): Promise<ImportUpload> {
  await createImportFolder(folder);
  const free = await getFreeBytes(folder);
  if (free < size) throw new HttpError(507, describeMissingRoom(free, size));
  const key = createKey();
  await writeFile(toDataPath(folder, key), '', { mode: 0o600, flag: 'wx' });
  const row = await db
    .insertInto('import_uploads')
    .values({ file, key, size })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toImportUpload({ ...row, is_alive: false });
}

/** @throws {NotFound} when there is no such upload */
export async function findUpload(db: Kysely<DB>, id: number): Promise<RunningUpload> {
  const row = await db
    .selectFrom('import_uploads')
    .selectAll()
    .select([isAlive.as('is_alive'), runningSeconds.as('running_seconds')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new NotFound(t('This file is no longer here. Upload it again.'));
  return row;
}

/**
 * Begins a dry run or import, or continues an import that has stopped; then `processes.run` does it.
 * @param by null: the command line
 * @param options those that were chosen; null: as before, which an import that continues needs
 * @throws {NotFound} when there is no such upload
 * @throws {Conflict} when it is not complete or is imported, when no options were chosen, or when another file is being read
 */
export function beginRun(
  db: Kysely<DB>,
  {
    id,
    isDryRun,
    options,
    by,
  }: { id: number; isDryRun: boolean; options: ImportOptionsForm | null; by: number | null },
): Promise<ImportUpload> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('import-uploads'))`.execute(trx);
    const upload = await findUpload(trx, id);
    const { state } = toImportUpload(upload);
    if (state !== 'ready' && (isDryRun || state !== 'stopped')) throw new Conflict(REFUSALS[state]);
    if (state === 'stopped' && options)
      throw new Conflict(t('An import that has begun continues with the same options.'));
    if (!options && !upload.options) throw new Conflict(t('Choose the columns first.'));
    const other = await trx
      .selectFrom('import_uploads')
      .select('file')
      .where('state', 'in', ['dry-run', 'importing'])
      .where(isAlive)
      .executeTakeFirst();
    if (other)
      throw new Conflict(t('{file} is being read. Wait until that has ended, or cancel it.', { file: other.file }));
    const row = await trx
      .updateTable('import_uploads')
      .set({
        state: isDryRun ? 'dry-run' : 'importing',
        ...(options && { options: JSON.stringify(options) }),
        // The figures of a dry run with the same options say how many rows there are.
        ...((isDryRun || (options && !isSame(options, upload.options))) && { dry_run: null }),
        bytes_read: 0,
        rows_read: 0,
        message: null,
        is_canceled: false,
        begun_at: sql`now()`,
        alive_at: sql`now()`,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!isDryRun) await audit(trx, 'import-started', row, by);
    return toImportUpload({ ...row, is_alive: true });
  });
}

export const REFUSALS = {
  uploading: defineMessage('The file is not complete yet.'),
  ready: defineMessage('The file is ready.'),
  'dry-run': defineMessage('The test is still running.'),
  importing: defineMessage('The file is being imported.'),
  stopped: defineMessage('The import has begun. Continue it, or undo it.'),
  imported: defineMessage('The file has been imported.'),
};

const isSame = (one: ImportOptionsForm, other: unknown) =>
  JSON.stringify(sortKeys(one)) === JSON.stringify(sortKeys(other));

const sortKeys = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, sortKeys(inner)])
    : value;

/**
 * Asks a dry run or import to end after its batch.
 * @throws {NotFound} when there is no such upload
 * @throws {Conflict} when it is not running
 */
export function cancelRun(db: Kysely<DB>, { id, by }: { id: number; by: number }): Promise<ImportUpload> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('import_uploads')
      .set({ is_canceled: true })
      .where('id', '=', id)
      .where('state', 'in', ['dry-run', 'importing'])
      .returningAll()
      .returning([isAlive.as('is_alive'), runningSeconds.as('running_seconds')])
      .executeTakeFirst();
    if (!row) throw new Conflict(REFUSALS[(await findUpload(trx, id)).state]);
    if (row.state === 'importing') await audit(trx, 'import-canceled', row, by);
    return toImportUpload(row);
  });
}

export const audit = (
  trx: Transaction<DB>,
  kind: 'import-uploaded' | 'import-started' | 'import-canceled',
  { file, import_id }: UploadRow,
  by: number | null,
) => {
  const reason = import_id === null ? file : `Import ${import_id}: ${file}`;
  return recordAuditEvent(trx, { kind, accountId: null, username: null, ...(by !== null && { actorId: by }), reason });
};
