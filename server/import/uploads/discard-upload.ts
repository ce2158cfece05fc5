import { sql } from 'kysely';
import { Conflict } from '#server/platform/http/errors.ts';
import { removeOldFiles, removeUploadFiles } from './files.ts';
import { toImportUpload } from './presenter.ts';
import { findUpload, REFUSALS, type UploadDeps } from './uploads.ts';

const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Removes an uploaded file. What was imported from it stays.
 * @throws {NotFound} when there is no such upload
 * @throws {Conflict} while it is being read
 */
export async function discardUpload({ db, folder }: Pick<UploadDeps, 'db' | 'folder'>, id: number): Promise<void> {
  const upload = await findUpload(db, id);
  const { state } = toImportUpload(upload);
  if (state === 'dry-run' || state === 'importing') throw new Conflict(REFUSALS[state]);
  await db.deleteFrom('import_uploads').where('id', '=', id).where('state', '=', upload.state).execute();
  await removeUploadFiles(folder, upload.key);
}

/** Removes uploaded files and reports 30 days after the end of their import, or after their upload. */
export async function removeOldUploads({ db, folder }: Pick<UploadDeps, 'db' | 'folder'>): Promise<void> {
  await sql`
    delete from import_uploads
    where coalesce(ended_at, alive_at, created_at) < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
  const rows = await db.selectFrom('import_uploads').select('key').execute();
  await removeOldFiles(folder, KEPT_DAYS * DAY_MS, new Set(rows.map(({ key }) => key)));
}
