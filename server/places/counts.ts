import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';

/** Numbers of public listings by the id of what they are counted by; what has none is not in the map. */
export interface Counts {
  by: ReadonlyMap<number, number>;
  /** Listings that lie in none (a place outside the gazetteer) are counted here. */
  elsewhere: number;
  /** When the first of the counted listings expires, and the numbers with it. */
  until: Date | null;
}

/**
 * Counts what visitors see.
 * @param within counts only the listings of this county
 */
export async function countListings(db: Kysely<DB>, column: CountedBy, within?: { countyId: number }): Promise<Counts> {
  const by = new Map<number, number>();
  let elsewhere = 0;
  let until: Date | null = null;
  for (const row of await countsQuery(db, column, within).execute()) {
    if (row.id === null) elsewhere = row.count;
    else by.set(row.id, row.count);
    if (row.until && (!until || row.until < until)) until = row.until;
  }
  return { by, elsewhere, until };
}

type CountedBy = 'county_id' | 'place_id' | 'category_id';

/** Exported for the test that looks at its plan: it is to read one index, and no row of the table. */
export const countsQuery = (db: Kysely<DB>, column: CountedBy, within?: { countyId: number }) =>
  db
    .selectFrom('public_listings')
    .select([`${column} as id`, sql<number>`count(*)::int`.as('count'), (eb) => eb.fn.min('expires_at').as('until')])
    .$if(within !== undefined, (query) => query.where('county_id', '=', within?.countyId ?? null))
    .groupBy(column);
