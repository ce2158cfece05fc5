import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { Unauthorized } from '../http/errors.ts';
import type { Storage } from '../storage/storage.ts';
import { encodePicture } from './encoding.ts';
import { detachFiles } from './photos.ts';
import { pictureFileName, type StoredPicture } from './pictures.ts';

/** The dependencies of uploads. */
export interface PictureDeps {
  db: Kysely<DB>;
  storage: Storage;
}

// The maximum number of pictures without a listing in an account; beyond it the oldest are removed.
const MAX_UNATTACHED = 50;

/**
 * Stores a picture for its owner, who must use it in a listing within a week. Its files are recorded as stale before they are
 * written, and removed from that list in the transaction that inserts the row: an interruption leaves no orphaned file.
 * @throws {Invalid} when the picture cannot be decoded
 * @throws {Unavailable} when its files cannot be stored
 * @throws {Unauthorized} when the account was suspended or deleted meanwhile
 */
export async function upload({ db, storage }: PictureDeps, ownerId: number, bytes: Buffer): Promise<StoredPicture> {
  const { width, height, files } = await encodePicture(bytes);
  const name = randomBytes(16).toString('hex');
  const fileNames = files.map((file) => pictureFileName(name, file.width));
  await db
    .insertInto('stale_files')
    .values(fileNames.map((file) => ({ name: file, due_at: sql<Date>`now() + interval '1 hour'` })))
    .execute();
  for (const file of files) await storage.put(pictureFileName(name, file.width), file.bytes, 'image/webp');

  const widths = files.map((file) => file.width);
  const id = await db.transaction().execute(async (trx) => {
    const owner = await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', ownerId)
      .where('is_active', '=', true)
      .forKeyShare()
      .executeTakeFirst();
    if (!owner) throw new Unauthorized();
    const reclaimed = await trx.deleteFrom('stale_files').where('name', 'in', fileNames).returning('name').execute();
    if (reclaimed.length < fileNames.length) throw new Error('An upload took so long that its files were removed.');
    const photo = await trx
      .insertInto('photos')
      .values({ name, owner_id: ownerId, width, height, widths, bytes: sum(files.map((file) => file.bytes.length)) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await detachFiles(
      trx,
      sql`listing_id is null and id in (
        select id from photos where owner_id = ${ownerId} and listing_id is null order by id desc offset ${MAX_UNATTACHED})`,
    );
    return photo.id;
  });
  return { id, name, widths, width, height, alt: '' };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
