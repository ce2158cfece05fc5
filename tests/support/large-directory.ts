import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { makeAccounts, makeListings } from '#tests/fixtures/bulk-factories.ts';
import type { TestDatabase } from './database.ts';
import { withoutIndexes } from './fill-tables.ts';
import { repetitions } from './long-run.ts';
import { copyPreparedDatabase } from './prepared-database.ts';

/**
 * How many listings a large directory has: enough for PostgreSQL to choose indexes for the same reasons as with a million. What tests
 * of query plans add is in proportion to it.
 */
export const DIRECTORY_SIZE = repetitions(5000, 20_000);

/**
 * Creates a database with `DIRECTORY_SIZE` listings and as many accounts (with ids from 2) and current statistics, for tests of query
 * plans, which differ in a small database.
 */
export const createLargeDirectory = (): Promise<TestDatabase> => copyPreparedDatabase('large_directory', fill);

async function fill(db: Kysely<DB>) {
  await makeAccounts(db, DIRECTORY_SIZE);
  // Search rows and indexes are made at the end, for all listings at once, which takes half the time.
  await sql`alter table listings disable trigger listings_search_insert`.execute(db);
  await withoutIndexes(db, { tables: ['listings'] }, () => makeListings(db, DIRECTORY_SIZE));
  await sql`alter table listings enable trigger listings_search_insert`.execute(db);
  await withoutIndexes(
    db,
    {
      tables: ['listing_search', 'search_words', 'search_compounds'],
      except: ['search_words_word', 'search_compounds_word'],
    },
    async () => {
      await sql`select refresh_listing_search(array(select id from listings))`.execute(db);
    },
  );
  // An index-only scan needs rows that `vacuum` has marked as visible to all transactions, which it does only for flushed
  // pages: hence the checkpoint first.
  await sql`checkpoint`.execute(db);
  await sql`vacuum analyze listing_search, listings, accounts, search_words, search_compounds`.execute(db);
}
