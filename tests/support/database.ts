import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { inject } from 'vitest';
import type { SocketConnection } from '#server/platform/db/embedded/server.ts';
import { type JoinedDatabase, joinDatabase } from '#server/platform/db/open.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Env } from '#server/platform/env/env.ts';
import { queryTestServer } from './test-server.ts';

/** The database of a test. */
export interface TestDatabase extends JoinedDatabase {
  name: string;
  /** The environment that opens the same database, in this process or another. */
  env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'> & { DATABASE_URL: string };
  /** Closes and drops the database, even if others are connected. */
  drop(): Promise<void>;
}

/** The databases that tests copy: migrated, and the second with places, categories and the job queue too. */
export const TEMPLATES = { empty: 'migrated', gazetteer: 'gazetteer' } as const;

/**
 * Creates a database for a test, in about 10 ms. Drop it in `afterAll`.
 * @param template with places and categories by default; `empty` has only the schema
 */
export const createTestDatabase = (template: keyof typeof TEMPLATES = 'gazetteer') => copyDatabase(TEMPLATES[template]);

/** Copies a database without connections. */
export async function copyDatabase(template: string): Promise<TestDatabase> {
  const name = getUnusedName('test');
  await queryTestServer(`create database ${name} template ${template} strategy file_copy`);
  const env = { DATA_DIR: '', DATABASE_URL: getDatabaseUrl(inject('postgres'), name) };
  // It is migrated, and the server runs: each connection to see that takes 10 ms of CPU time.
  const database = joinDatabase(env, {});
  const drop = async () => {
    await database.close();
    await queryTestServer(`drop database ${name} with (force)`);
  };
  return { ...database, name, env, drop };
}

/** Creates a database without any table. */
export async function createBlankDatabase() {
  const name = getUnusedName('blank');
  await queryTestServer(`create database ${name} strategy file_copy`);
  const url = getDatabaseUrl(inject('postgres'), name);
  return {
    name,
    env: { DATA_DIR: '', DATABASE_URL: url },
    connection: { connectionString: url },
    drop: () => queryTestServer(`drop database ${name} with (force)`),
  };
}

// Neither the process nor a counter makes it unique: process ids are used again, and each file loads this module anew.
const getUnusedName = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`;

export const renameDatabase = (from: string, to: string) => queryTestServer(`alter database ${from} rename to ${to}`);

export async function databaseExists(name: string): Promise<boolean> {
  const { rowCount } = await queryTestServer('select from pg_database where datname = $1', [name]);
  return rowCount === 1;
}

/** The `DATABASE_URL` of a database on the server of the tests. */
export function getDatabaseUrl({ user, password, host }: SocketConnection, database: string): string {
  return `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`;
}

/** Executes long work without the statement timeout, which it could exceed on a busy machine. */
export const withoutStatementTimeout = <Result>(db: Kysely<DB>, work: (db: Kysely<DB>) => Promise<Result>) =>
  db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    const result = await work(connection);
    await sql`reset statement_timeout`.execute(connection);
    return result;
  });

/**
 * Saves the rows of tables, and returns a function that restores them: all rows of these tables are deleted, with what refers to them,
 * and the saved ones inserted. One statement does it, because making some twenty rows one by one takes 20 ms of CPU time.
 * @param tables in the order in which their rows can be inserted
 */
export async function saveRows(db: Kysely<DB>, tables: (keyof DB & string)[]): Promise<() => Promise<unknown>> {
  await sql`create schema saved`.execute(db);
  const inserts: string[] = [];
  for (const table of tables) {
    const { rows } = await sql<{ columns: string }>`
      select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and attgenerated = '' and not attisdropped`.execute(db);
    const columns = rows[0]?.columns;
    await sql.raw(`create table saved.${table} as select ${columns} from ${table}`).execute(db);
    inserts.push(`insert into ${table} (${columns}) overriding system value select ${columns} from saved.${table};`);
  }
  const deletes = tables.toReversed().map((table) => `delete from ${table};`);
  const body = [...deletes, ...inserts].join('\n');
  await sql.raw(`create function saved.restore() returns void language plpgsql as $$begin ${body} end$$`).execute(db);
  return () => sql`select saved.restore()`.execute(db);
}
