import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/platform/db/open.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { fillDirectory } from '#tests/bench/large/fill-directory.ts';
import type { Print } from './load.ts';
import { printSearches, printTimes, withMeasure } from './measure-searches.ts';
import { PARTIAL_QUERIES, SEARCHES, WIDE_AREAS } from './searches.ts';

/** The database time of searches by kind, among at least so many listings. */
export async function benchSearches(database: Database, say: Print, listings = 0) {
  const { db } = database;
  await fillDirectory(database, listings, say);
  await sql`vacuum analyze listings, listing_search, search_words, search_compounds`.execute(db);
  say(`\nsearching ${await countListings(db)} listings: ms of the database (p50, p95, most)`);
  await withMeasure(database, async (measure) => {
    await printSearches(measure, 'bar at 100,000: p95 under 30', say);
    const searches = Object.values(SEARCHES).flat();
    printTimes('the map of them', await measure('map', searches), say);
    printTimes('the map of wide areas', await measure('map', WIDE_AREAS), say);
    printTimes('suggestions (bar at 100,000: p95 under 10)', await measure('suggest', PARTIAL_QUERIES), say);
  });
}

async function countListings(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from listings`.execute(db);
  return Number(rows[0]?.count);
}
