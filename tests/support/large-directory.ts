import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { makeAccounts, makeListings } from '#server/seed/bulk-factories.ts';
import type { TestDatabase } from './database.ts';
import { copyPreparedDatabase } from './prepared-database.ts';

/**
 * Creates a database with 20,000 listings and as many accounts (with ids from 2) and current statistics, for tests of query
 * plans, which differ in a small database.
 */
export const createLargeDirectory = (): Promise<TestDatabase> => copyPreparedDatabase('large_directory', fill);

async function fill(db: Kysely<DB>) {
  await makeAccounts(db, 20_000);
  await makeListings(db, 20_000);
  // An index-only scan needs rows that `vacuum` has marked as visible to all transactions, which it does only for flushed
  // pages: hence the checkpoint first.
  await sql`checkpoint`.execute(db);
  await sql`vacuum analyze listing_search, listings, accounts, search_words, search_compounds`.execute(db);
}
