import { type Kysely, sql } from 'kysely';
import type { ListedPicture } from '#contract/admin/library-pictures.ts';
import type { ListQuery } from '#contract/api.ts';
import { presentLibraryPicture } from '#server/photos/library/library.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { findUses } from './uses.ts';

/** The pictures of the library, newest first, with where each is used. */
export async function listLibraryPictures(
  db: Kysely<DB>,
  { limit, cursor }: ListQuery,
): Promise<{ pictures: ListedPicture[]; cursor: string | null }> {
  const rows = await db
    .selectFrom('library_pictures')
    .select(['id', 'name', 'alt', 'focus_x', 'focus_y', 'width', 'height', 'widths', 'bytes', 'created_at'])
    .where(cursor === undefined ? sql<boolean>`true` : sql<boolean>`id < ${parseCursor(cursor, idPosition).id}`)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, cursor: next } = paginate(rows, limit, byId);
  const uses = await findUses(
    db,
    page.map(({ id }) => id),
  );
  const pictures = page.map(({ id, alt, focus_x, focus_y, bytes, created_at, ...files }) => ({
    ...presentLibraryPicture(files, alt),
    id,
    focusX: focus_x,
    focusY: focus_y,
    bytes,
    createdAt: created_at.toISOString(),
    uses: uses.get(id) ?? [],
  }));
  return { pictures, cursor: next };
}
