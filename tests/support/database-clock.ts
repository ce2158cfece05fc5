import { sql } from 'kysely';
import { openDatabase } from '#server/platform/db/open.ts';
import type { TestDatabase } from './database.ts';

/**
 * Opens further connections to a test database, in which `now()` returns this time. `current_date` and the like still return
 * the real one.
 */
export async function openDatabaseAt(database: TestDatabase, time: string) {
  await sql`create schema clock`.execute(database.db);
  await sql`
    create function clock.now() returns timestamptz language sql stable
    as ${sql.lit(`select timestamptz '${time}'`)}`.execute(database.db);
  // The connections that are opened from now on find this function before PostgreSQL's own.
  await sql`alter database ${sql.ref(database.name)} set search_path = clock, pg_catalog, public`.execute(database.db);
  return openDatabase(database.env);
}
