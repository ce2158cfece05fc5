import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/** From this age on visitors are asked whether a business that only its source knows is still there. */
const AGED_YEARS = 4;

/**
 * Whether the data of a listing's source is so old that its business may be gone, and nobody answers for it.
 * @param date '2021-08', or '2021' for a day of that year that is unknown; null where it is unknown
 */
export function isAged({ owner_id }: { owner_id: number | null }, date: string | null, now = new Date()): boolean {
  if (owner_id !== null || !date) return false;
  const limit = `${now.getUTCFullYear() - AGED_YEARS}${now.toISOString().slice(4, 7)}`;
  // Of a year alone the last month counts.
  return (date.length === 4 ? `${date}-12` : date) <= limit;
}

/** The same of a listing by its id. */
export async function hasAgedSource(db: Kysely<DB>, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('listings as l')
    .innerJoin('sources as s', 's.name', 'l.source')
    .select(['l.owner_id', sql<string | null>`nullif(coalesce(l.source_date, s.date), '')`.as('date')])
    .where('l.id', '=', id)
    .executeTakeFirst();
  return row !== undefined && isAged(row, row.date);
}
