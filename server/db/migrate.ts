import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { ALL_KEYS, invalidate } from '../page-cache/invalidate.ts';
import type { DB } from './schema.ts';
import { StartupError } from './startup-error.ts';

const FOLDER = join(import.meta.dirname, 'migrations');

/**
 * Brings the schema up to date: applies every new file of `migrations/`, in the order of their numbers, in one
 * transaction. A lock serializes programs that start at the same time.
 * @returns the names of the migrations that this call applied
 * @throws {StartupError} when a newer release has migrated the database, or a migration fails (nothing is applied then)
 */
export async function migrate(connection: pg.ClientConfig): Promise<string[]> {
  // No statement timeout, because a migration of a large table may take long.
  const pool = new pg.Pool({ ...connection, max: 1, application_name: 'socal-local migrate' });
  pool.on('error', () => {});
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  try {
    const known = readMigrations();
    const applied = await getAppliedMigrations(db);
    const unknown = applied.filter((name) => !(name in known));
    if (unknown.length > 0) {
      throw new StartupError(
        `The database was migrated by a newer release (it has ${unknown.join(', ')}). ` +
          'Start that release, or restore a backup from before it. Nothing has been changed.',
      );
    }
    if (Object.keys(known).every((name) => applied.includes(name))) return [];
    return await applyMigrations(db, known);
  } finally {
    await db.destroy();
  }
}

type Migrations = Record<string, { up(db: Kysely<unknown>): Promise<void> }>;

function readMigrations(): Migrations {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
  return Object.fromEntries(
    files.map((file) => {
      const up = async (db: Kysely<unknown>) => {
        await sql.raw(readFileSync(join(FOLDER, file), 'utf8')).execute(db);
      };
      return [file.slice(0, -'.sql'.length), { up }];
    }),
  );
}

async function getAppliedMigrations(db: Kysely<DB>): Promise<string[]> {
  const table = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(
    db,
  );
  if (!table.rows[0]?.exists) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

async function applyMigrations(db: Kysely<DB>, known: Migrations): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) {
    const failed = results.find(({ status }) => status === 'Error')?.migrationName;
    throw new StartupError(
      `The database could not be migrated${failed ? ` (${failed})` : ''}: ${(error as Error).message}. Nothing has been changed.`,
      { cause: error },
    );
  }
  if (results.length > 0) await invalidate(db, [ALL_KEYS]);
  return results.map(({ migrationName }) => migrationName);
}
