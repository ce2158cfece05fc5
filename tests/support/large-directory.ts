import { sql } from 'kysely';
import { makeAccounts, makeListings } from '#server/seed/factories.ts';
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
 * Makes a database with 20,000 listings and as many accounts (from number 2 on) whose statistics are up to date: for tests that look
 * at query plans, which differ in a small database. The first test that asks seeds it, and every test gets a copy.
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
    // An index alone answers a query only for rows that everyone can see. `vacuum` marks those that lie on disk, so what
    // was written has to get there first.
    await sql`checkpoint`.execute(db);
    await sql`vacuum analyze listing_search, listings, accounts, search_words, search_compounds`.execute(db);
  });
  await database.close();
  await renameDatabase(database.name, TEMPLATE);
}
