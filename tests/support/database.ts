import pg from 'pg';
import { inject } from 'vitest';
import type { SocketConnection } from '#server/db/embedded/server.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import type { Env } from '#server/env.ts';

/** A test's own database. */
export interface TestDatabase extends Database {
  /** What opens the same database again, in this process or another. */
  env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'> & { DATABASE_URL: string };
  /** Closes it and removes it, whoever else is connected. */
  drop(): Promise<void>;
}

/** The databases that tests copy: migrated, and the second with places and categories too. */
export const TEMPLATES = { empty: 'migrated', gazetteer: 'gazetteer' } as const;

let databaseCount = 0;

/**
 * Makes a database of the test's own. Takes some 10 ms; drop it in `afterAll`.
 * @param template with places and categories loaded, unless told `empty`
 */
export async function createTestDatabase(template: keyof typeof TEMPLATES = 'gazetteer'): Promise<TestDatabase> {
  const connection = inject('postgres');
  const name = `test_${process.pid}_${++databaseCount}`;
  await execute(connection, `create database ${name} template ${TEMPLATES[template]} strategy file_copy`);
  const env = { DATA_DIR: '', DATABASE_URL: getDatabaseUrl(connection, name) };
  const database = await openDatabase(env);
  const drop = async () => {
    await database.close();
    await execute(connection, `drop database ${name} with (force)`);
  };
  return { ...database, env, drop };
}

/** The `DATABASE_URL` of a database on the server of the tests. */
export function getDatabaseUrl({ user, password, host }: SocketConnection, database: string): string {
  return `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`;
}

async function execute(connection: SocketConnection, statement: string) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
