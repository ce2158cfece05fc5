import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { Photo } from '#contract/photos.ts';
import { presentLibraryPicture } from '#server/photos/library/library.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { findPictureIds, type PictureSource } from './uses.ts';

/** A picture of the library as texts show it; the point in focus is in percent. */
export interface TextPicture extends Photo {
  focusX: number;
  focusY: number;
}

/** The pictures that a text names, by their numbers, as far as the library has them. */
export type TextPictures = ReadonlyMap<number, TextPicture>;

export async function readTextPictures(db: Kysely<DB>, source: PictureSource): Promise<TextPictures> {
  const ids = findPictureIds(source);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('library_pictures')
    .select(['id', 'name', 'alt', 'focus_x', 'focus_y', 'width', 'height', 'widths'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, alt, focus_x, focus_y, ...files }) => [
      id,
      { ...presentLibraryPicture(files, alt), focusX: focus_x, focusY: focus_y },
    ]),
  );
}

/**
 * Notes that a version of a text shows pictures, which then cannot be deleted.
 * @throws {Invalid} when one was deleted since the text was checked
 */
export async function attachTextPictures(trx: Transaction<DB>, key: string, source: PictureSource): Promise<void> {
  const ids = findPictureIds(source);
  if (ids.length === 0) return;
  const { rows } = await sql`select from library_pictures where id = any(${ids}::bigint[]) for key share`.execute(trx);
  if (rows.length < ids.length) throw new Invalid(t('A picture of this text was deleted meanwhile.'));
  await sql`insert into text_pictures (picture_id, text_key) select unnest(${ids}::bigint[]), ${key} on conflict do nothing`.execute(
    trx,
  );
}
