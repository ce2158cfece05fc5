import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { MAX_UPLOAD_PART_BYTES } from '#contract/imports/limits.ts';
import type { ImportUpload } from '#contract/imports/uploads.ts';
import { Conflict, HttpError, Invalid } from '#server/platform/http/errors.ts';
import { toDataPath } from './files.ts';
import { toImportUpload } from './presenter.ts';
import { audit, findUpload, type UploadDeps } from './uploads.ts';

/**
 * Writes a part of an announced file at its place, as it arrives. It counts when all of it is written, so that one that was
 * interrupted is sent again. The last one makes the file ready.
 * @throws {NotFound} when there is no such upload
 * @throws {Conflict} when another part is next
 * @throws {Invalid} when it is empty or reaches beyond the announced size
 * @throws {HttpError} 413 when it is too long, 507 when the disk is full
 */
export async function receivePart(
  { db, folder }: Pick<UploadDeps, 'db' | 'folder'>,
  { id, offset, by }: { id: number; offset: number; by: number },
  body: AsyncIterable<Buffer>,
): Promise<ImportUpload> {
  const { key, size, received, state } = await findUpload(db, id);
  if (state !== 'uploading' || offset !== received) {
    throw new Conflict(t('The server has {received} of {size} bytes. Send the part that follows.', { received, size }));
  }
  const length = await writePart(toDataPath(folder, key), offset, Math.min(MAX_UPLOAD_PART_BYTES, size - offset), body);
  if (length === 0) throw new Invalid(t('The part is empty.'));
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('import_uploads')
      .set({ received: offset + length, ...(offset + length === size && { state: 'ready' }), alive_at: sql`now()` })
      .where('id', '=', id)
      .where('received', '=', offset)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new Conflict(t('This part was sent twice.'));
    if (row.state === 'ready') await audit(trx, 'import-uploaded', row, by);
    return toImportUpload({ ...row, is_alive: false });
  });
}

async function writePart(path: string, offset: number, maxBytes: number, body: AsyncIterable<Buffer>) {
  const file = await open(path, 'r+');
  let length = 0;
  try {
    for await (const chunk of body) {
      if (length + chunk.length > maxBytes)
        throw new HttpError(413, t('The part is longer than what is left of the file.'));
      // A nearly full disk takes only a part of the chunk.
      for (let from = 0; from < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, from, chunk.length - from, offset + length);
        from += bytesWritten;
        length += bytesWritten;
      }
    }
    await file.datasync();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNRESET') throw new Invalid(t('The part was interrupted.'));
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    throw new HttpError(507, t('The server’s disk is full. Make room on it, then continue the upload.'));
  } finally {
    await file.close();
  }
  return length;
}
