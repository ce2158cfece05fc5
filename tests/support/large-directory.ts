import { sql } from 'kysely';
import { makeAccounts, makeListings } from '#server/seed/bulk-factories.ts';
import {
  copyDatabase,
  createTestDatabase,
  databaseExists,
  renameDatabase,
  type TestDatabase,
  withoutStatementTimeout,
} from './database.ts';
import { prepareOnce } from './prepare-once.ts';

const TEMPLATE = 'large_directory';

/**
 * Creates a database with 20,000 listings and as many accounts (with ids from 2) and current statistics, for tests of query
 * plans, which differ in a small database. The first test that needs it seeds a template, and every test gets a copy.
 */
export async function createLargeDirectory(): Promise<TestDatabase> {
  await prepareOnce(TEMPLATE, () => databaseExists(TEMPLATE), seed);
  return copyDatabase(TEMPLATE);
}

async function seed() {
  const database = await createTestDatabase();
  await withoutStatementTimeout(database.db, async (db) => {
    await makeAccounts(db, 20_000);
    await makeListings(db, 20_000);
    // An index-only scan needs rows that `vacuum` has marked as visible to all transactions, which it does only for flushed
    // pages: hence the checkpoint first.
    await sql`checkpoint`.execute(db);
    await sql`vacuum analyze listing_search, listings, accounts, search_words, search_compounds`.execute(db);
  });
  await database.close();
  await renameDatabase(database.name, TEMPLATE);
}
