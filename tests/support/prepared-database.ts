import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import {
  copyDatabase,
  createTestDatabase,
  databaseExists,
  renameDatabase,
  type TestDatabase,
  withoutStatementTimeout,
} from './database.ts';
import { prepareOnce } from './prepare-once.ts';

/**
 * Creates a copy of a database that is filled once in a run, by the first test that needs it. It has the gazetteer beforehand.
 * @param name the name of the filled database
 * @param fill gets a connection without a statement timeout, and the database for work with several connections
 */
export async function copyPreparedDatabase(
  name: string,
  fill: (db: Kysely<DB>, database: TestDatabase) => Promise<unknown>,
): Promise<TestDatabase> {
  await prepareOnce(
    name,
    () => databaseExists(name),
    async () => {
      const database = await createTestDatabase();
      await withoutStatementTimeout(database.db, (db) => fill(db, database));
      await database.close();
      await renameDatabase(database.name, name);
    },
  );
  return copyDatabase(name);
}
