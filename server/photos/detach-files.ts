import { type RawBuilder, sql, type Transaction } from 'kysely';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { pictureFileName } from './pictures.ts';

/** The tables of pictures: of listings, of messages, of reviews, and of the site itself. */
type PictureTable = 'photos' | 'message_pictures' | 'review_pictures' | 'library_pictures';

/**
 * Deletes rows of pictures: from the commit on nobody can read them, and a proxy that keeps them drops them. Their files are recorded as
 * stale and removed later, because a disk takes no part in transactions (docs/decisions/0024-files-of-pictures.md).
 * @param which matches rows of the table
 * @returns the number of pictures
 */
export async function detachFiles(
  trx: Transaction<DB>,
  table: PictureTable,
  which: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ name: string; widths: number[]; listing_id?: number | null }>`
    delete from ${sql.table(table)} where ${which} returning *`.execute(trx);
  const files = rows.flatMap(({ name, widths }) => widths.map((width) => pictureFileName(name, width)));
  if (files.length > 0) await sql`insert into stale_files (name) select unnest(${files}::text[])`.execute(trx);
  const shown = rows.flatMap(({ listing_id }) => listing_id ?? []);
  await invalidate(
    trx,
    shown.map((id) => `listing:${id}`),
  );
  return rows.length;
}
