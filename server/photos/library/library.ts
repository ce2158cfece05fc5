import { type Kysely, sql } from 'kysely';
import type { LibraryPicture } from '#contract/admin/library-pictures.ts';
import { t } from '#contract/i18n/t.ts';
import type { Photo } from '#contract/photos.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { pictureFileName, pictureSource, type StoredPicture } from '#server/photos/pictures.ts';
import { type PictureDeps, storePicture } from '#server/photos/upload.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';

/** The most pictures in the library. */
const MAX_PICTURES = 2000;

// Of the transactions that count the pictures.
const LIBRARY_LOCK = 747_202;

const NAME_PREFIX = 'library-';
const FILE_PATTERN = /^(library-[a-z0-9]{20,40})-(\d{1,5})\.webp$/;

/** What of a row its `img` is made of. */
export type LibraryPictureFiles = Pick<StoredPicture, 'name' | 'widths' | 'width' | 'height'>;

/**
 * Adds a picture to the library.
 * @throws {Invalid} {Unavailable} see `storePicture`
 * @throws {Conflict} when the library is full
 */
export async function addLibraryPicture(deps: PictureDeps, bytes: Buffer, by: number): Promise<LibraryPicture> {
  const stored = await storePicture(
    deps,
    bytes,
    async (trx, row, picture) => {
      await sql`select pg_advisory_xact_lock(${LIBRARY_LOCK})`.execute(trx);
      const { count } = await trx
        .selectFrom('library_pictures')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (Number(count) >= MAX_PICTURES)
        throw new Conflict(t('The library is full. Delete pictures that nothing uses first.'));
      const { id } = await trx
        .insertInto('library_pictures')
        .values({ ...row, uploaded_by: by })
        .returning('id')
        .executeTakeFirstOrThrow();
      await recordAuditEvent(trx, {
        kind: 'picture-changed',
        accountId: null,
        username: null,
        actorId: by,
        after: { picture: id, status: 'added' },
      });
      return { id, ...picture };
    },
    NAME_PREFIX,
  );
  return { ...presentLibraryPicture(stored, ''), id: stored.id, focusX: 50, focusY: 50 };
}

/** The path of one file of a picture of the library. */
const libraryPictureUrl = (name: string, width: number) => `/pictures/${pictureFileName(name, width)}`;

/** The public shape of a picture of the library. @param alt what it shows, where it is used */
export const presentLibraryPicture = (files: LibraryPictureFiles, alt: string): Photo =>
  pictureSource({ ...files, alt }, libraryPictureUrl);

/** The surrogate key of the files of a picture. */
export const libraryPictureKey = (id: number) => `picture:${id}`;

/** The id of the picture that a file is of; undefined if there is none. */
export async function findLibraryPictureId(db: Kysely<DB>, file: string): Promise<number | undefined> {
  const [, name, width] = FILE_PATTERN.exec(file) ?? [];
  if (name === undefined) return undefined;
  const row = await db
    .selectFrom('library_pictures')
    .select('id')
    .where('name', '=', name)
    .where(sql<boolean>`${Number(width)} = any(widths)`)
    .executeTakeFirst();
  return row?.id;
}
