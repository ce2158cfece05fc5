import { randomBytes } from 'node:crypto';
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import type { DB, Photos } from '#server/platform/db/schema.ts';
import { Unauthorized } from '#server/platform/http/errors.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { detachFiles } from './detach-files.ts';
import { type EncodedPicture, encodePicture } from './encoding.ts';
import { pictureFileName, type StoredPicture } from './pictures.ts';

/** The dependencies of uploads. */
export interface PictureDeps {
  db: Kysely<DB>;
  storage: Storage;
}

// The maximum number of pictures without a listing in an account; beyond it the oldest are removed.
const MAX_UNATTACHED = 50;

/**
 * Stores a picture for its owner, who must use it in a listing within a week.
 * @throws {Invalid} {Unavailable} see `storePicture`
 * @throws {Unauthorized} when the account was suspended or deleted meanwhile
 */
export function upload(deps: PictureDeps, ownerId: number, bytes: Buffer): Promise<StoredPicture> {
  return storePicture(deps, bytes, async (trx, row, picture) => {
    const owner = await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', ownerId)
      .where('is_active', '=', true)
      .forKeyShare()
      .executeTakeFirst();
    if (!owner) throw new Unauthorized();
    const { id } = await insertPhoto(trx, { ...row, owner_id: ownerId });
    await detachFiles(
      trx,
      'photos',
      sql`listing_id is null and id in (
        select id from photos where owner_id = ${ownerId} and listing_id is null order by id desc offset ${MAX_UNATTACHED})`,
    );
    return { id, ...picture };
  });
}

/** The columns of a picture's row that its files determine. */
type PictureColumns = Pick<Insertable<Photos>, 'name' | 'width' | 'height' | 'widths' | 'bytes'>;

/**
 * Encodes a picture and stores it.
 * @param insert see `storeEncodedPicture`
 * @param prefix what its name begins with, before what is random
 * @throws {Invalid} when the picture cannot be decoded
 * @throws {Unavailable} when its files cannot be stored
 */
export async function storePicture<Result extends StoredPicture | null>(
  deps: PictureDeps,
  bytes: Buffer,
  insert: InsertPicture<Result>,
  prefix?: string,
): Promise<Result> {
  return storeEncodedPicture(deps, await encodePicture(bytes), insert, prefix);
}

type InsertPicture<Result> = (
  trx: Transaction<DB>,
  row: PictureColumns,
  picture: Omit<StoredPicture, 'id'>,
) => Promise<Result>;

/**
 * Stores the files of a picture. They are recorded as stale before they are written, and removed from that list in
 * the transaction that inserts the row: an interruption leaves no orphaned file.
 * @param insert inserts the row; or returns null, and the files are removed after an hour
 * @returns what `insert` returns
 * @throws {Unavailable} when the files cannot be stored
 */
export async function storeEncodedPicture<Result extends StoredPicture | null>(
  { db, storage }: PictureDeps,
  { width, height, files }: EncodedPicture,
  insert: InsertPicture<Result>,
  prefix = '',
): Promise<Result> {
  const name = prefix + randomBytes(16).toString('hex');
  const fileNames = files.map((file) => pictureFileName(name, file.width));
  await db
    .insertInto('stale_files')
    .values(fileNames.map((file) => ({ name: file, due_at: sql<Date>`now() + interval '1 hour'` })))
    .execute();
  for (const file of files) await storage.put(pictureFileName(name, file.width), file.bytes, 'image/webp');

  const widths = files.map((file) => file.width);
  const picture = { name, widths, width, height, alt: '' };
  return db.transaction().execute(async (trx) => {
    const size = sum(files.map((file) => file.bytes.length));
    const inserted = await insert(trx, { name, width, height, widths, bytes: size }, picture);
    if (inserted === null) return inserted;
    const reclaimed = await trx.deleteFrom('stale_files').where('name', 'in', fileNames).returning('name').execute();
    if (reclaimed.length < fileNames.length) throw new Error('An upload took so long that its files were removed.');
    return inserted;
  });
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Inserts the row of a picture. */
export const insertPhoto = (trx: Transaction<DB>, row: Insertable<Photos>): Promise<{ id: number }> =>
  trx.insertInto('photos').values(row).returning('id').executeTakeFirstOrThrow();
