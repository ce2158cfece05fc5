import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/** The name of the business of a conversation `c`, which the title of its ad may not have. A deleted listing has its title only. */
export const businessNameOf = sql<string>`coalesce((select l.business_name from listings l where l.id = c.listing_id), c.listing_title)`;

/** The same of one conversation. */
export async function findBusinessName(
  db: Kysely<DB>,
  { listing_id, listing_title }: { listing_id: number | null; listing_title: string },
): Promise<string> {
  if (listing_id === null) return listing_title;
  const row = await db.selectFrom('listings').select('business_name').where('id', '=', listing_id).executeTakeFirst();
  return row?.business_name ?? listing_title;
}
