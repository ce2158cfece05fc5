import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { readFormerMigrations, requireBaseline, toMigrations } from './adopt.ts';
import { findChangedFunctions, recordFunctions } from './functions.ts';
import { ALL_KEYS, invalidate } from './invalidate.ts';
import type { DB } from './schema.ts';
import { BASELINE, listMigrations, readSql } from './sql-files.ts';
import { StartupError } from './startup-error.ts';

/** The first line of a migration whose statements, which empty lines separate, are executed one by one outside a transaction. */
const OUTSIDE_TRANSACTION = '-- outside a transaction';

/** The table that a database has while a restore into it is not completed. */
export const UNFINISHED_RESTORE = 'unfinished_restore';

/** While a statement waits for a lock of a table, every later read of the table waits behind it. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_RETRY_MS = 1000;
const MAX_LOCK_ATTEMPTS = 300;
const LOCK_NOT_AVAILABLE = '55P03';
const INSUFFICIENT_PRIVILEGE = '42501';

/** The advisory lock of the process that migrates; the release before took the same one. */
const ADVISORY_LOCK = sql.lit('3853314791062309107');
const ADVISORY_LOCK_RETRY_MS = 200;

interface MigrateOptions {
  /** The migrations to apply for a restore, which loads the rows of a database that had them. */
  restored?: string[];
  /** Called with what there is to say, one line at a time. */
  progress?: (line: string) => void;
}

/**
 * Brings the schema up to date: applies every new file of `migrations/`, in the order of their numbers, each in a transaction of
 * its own, so that what one locks is free again before the next, and then the files of functions, triggers and views that changed, in one
 * transaction. One that cannot lock a table soon is rolled back and tried again, because reads would wait with it. A lock serializes programs
 * that start at the same time.
 * See docs/decisions/0080-migrations-while-the-site-answers.md and docs/decisions/0145-sql-has-a-source.md.
 * @param folder with `migrations/` and `schema/functions.sql`
 * @returns the names of the migrations and of the files of functions that this call applied
 * @throws {StartupError} when the database has migrations between ours that we do not know, or a migration fails (those before it
 *   stay applied)
 */
export async function migrate(
  connection: pg.ClientConfig,
  folder = import.meta.dirname,
  { restored, progress = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const pool = new pg.Pool({ ...connection, max: 1, application_name: 'socal-local migrate' });
  pool.on('error', () => {});
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  try {
    if (!restored) await refuseUnfinishedRestore(db);
    const { pending, later, changed } = await findPending(db, folder, restored);
    if (later.length > 0)
      progress(
        `A newer release has migrated the database (${later.join(', ')}). This one can use it, see docs/operations.md.`,
      );
    if (pending.length === 0 && changed.length === 0) return [];
    return await db.connection().execute((connection) => applyPending(connection, folder, restored));
  } catch (error) {
    throw await explainMissingPrivilege(db, error as Error);
  } finally {
    await db.destroy();
  }
}

/** PostgreSQL 15 and newer let only the owner of a database create tables in it. */
async function explainMissingPrivilege(db: Kysely<DB>, error: Error & { code?: string }): Promise<Error> {
  const { code } = (error.cause ?? error) as { code?: string };
  if (code !== INSUFFICIENT_PRIVILEGE) return error;
  const { rows } = await sql<{ database: string; user: string }>`
    select quote_ident(current_database()) as database, quote_ident(current_user) as user`.execute(db);
  const { database, user } = rows[0] as { database: string; user: string };
  return new StartupError(
    `The database user may not migrate the database: ${error.message}. As a superuser run in it: ` +
      `GRANT CREATE ON DATABASE ${database} TO ${user}; GRANT USAGE, CREATE ON SCHEMA public TO ${user}; ` +
      'or let the role that owns the tables migrate: npm run migrate',
    { cause: error },
  );
}

/** The migrations and files of functions of this release that are not applied, and the migrations applied that it does not know. */
export async function readMigrations(connection: pg.ClientConfig): Promise<{ pending: string[]; unknown: string[] }> {
  const pool = new pg.Pool({ ...connection, max: 1, application_name: 'socal-local migrate' });
  pool.on('error', () => {});
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { pending, unknown, changed } = await compareMigrations(db, import.meta.dirname);
    return { pending: [...pending, ...changed].map(({ name }) => name), unknown };
  } finally {
    await db.destroy();
  }
}

/** `later` are unknown ones of a newer release, whose migrations and functions leave what this one uses. */
async function compareMigrations(db: Kysely<DB>, folder: string) {
  const applied = await readAppliedMigrations(db);
  const known = listMigrations(folder);
  const unknown = applied.filter((name) => known.every((migration) => migration.name !== name)).sort();
  const later = unknown.filter((name) => name > (known.at(-1)?.name ?? ''));
  return {
    pending: known.filter(({ name }) => !applied.includes(name)),
    unknown,
    later,
    changed: later.length > 0 ? [] : await findChangedFunctions(db, folder),
  };
}

async function refuseUnfinishedRestore(db: Kysely<DB>) {
  const { rows } = await sql<{ isUnfinished: boolean }>`
    select to_regclass(${UNFINISHED_RESTORE}) is not null as "isUnfinished"`.execute(db);
  if (rows[0]?.isUnfinished)
    throw new StartupError('A restore into this database was not completed. Run `npm run restore` again.');
}

/** A restore has no functions before all migrations are applied: they may need a later one. */
async function findPending(db: Kysely<DB>, folder: string, restored?: string[]) {
  const { pending, unknown, later, changed } = await compareMigrations(db, folder);
  if (unknown.length > later.length || (later.length > 0 && pending.length > 0)) {
    throw new StartupError(
      `The database was migrated by another release (it has ${unknown.join(', ')}). ` +
        'Start that release, or restore a backup from before it. Nothing has been changed.',
    );
  }
  const former = await readFormerMigrations(db);
  toMigrations(former);
  if (!restored) return { pending, later, changed, isFormer: former.length > 0 };
  const had = toMigrations(restored);
  const isComplete = pending.every(({ name }) => had.includes(name));
  return {
    pending: pending.filter(({ name }) => had.includes(name)),
    later,
    changed: isComplete ? changed : [],
    isFormer: false,
  };
}

async function readAppliedMigrations(db: Kysely<DB>): Promise<string[]> {
  const table = await sql<{ exists: boolean }>`select to_regclass('schema_migrations') is not null as exists`.execute(
    db,
  );
  if (!table.rows[0]?.exists) return [];
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  return rows.map(({ name }) => name);
}

async function applyPending(db: Kysely<DB>, folder: string, restored?: string[]): Promise<string[]> {
  // The role may have one, but a migration of a large table may take long.
  await sql`set statement_timeout = 0`.execute(db);
  await lockMigrations(db);
  try {
    const { pending, isFormer } = await findPending(db, folder, restored);
    if (isFormer) await requireBaseline(db, folder);
    for (const { name, path } of pending) {
      const text = readSql(isFormer && name === BASELINE ? join(folder, 'schema/adopted.sql') : path);
      await apply(db, { name, text }, (trx) => recordMigration(trx, name));
    }
    // Migrations add columns from which functions derive something.
    const { changed } = await findPending(db, folder, restored);
    if (changed.length > 0)
      await apply(
        db,
        { name: changed.map(({ name }) => name).join(', '), text: changed.map(({ text }) => text).join('\n') },
        (trx) => recordFunctions(trx, changed),
      );
    if (pending.length > 0 || changed.length > 0) await invalidate(db, [ALL_KEYS]);
    return [...pending, ...changed].map(({ name }) => name);
  } finally {
    await sql`select pg_advisory_unlock(${ADVISORY_LOCK})`.execute(db);
  }
}

/** Asks again and again instead of waiting in a query, for whose end a `create index concurrently` of the holder would wait. */
async function lockMigrations(db: Kysely<DB>): Promise<void> {
  while (true) {
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_lock(${ADVISORY_LOCK}) as "isLocked"`.execute(db);
    if (rows[0]?.isLocked) return;
    await delay(ADVISORY_LOCK_RETRY_MS);
  }
}

type RecordApplied = (db: Kysely<DB>) => Promise<unknown>;

async function apply(
  db: Kysely<DB>,
  { name, text }: { name: string; text: string },
  record: RecordApplied,
): Promise<void> {
  try {
    if (text.startsWith(OUTSIDE_TRANSACTION)) {
      for (const statement of toStatements(text)) await sql.raw(statement).execute(db);
      await record(db);
    } else {
      await applyInTransaction(db, text, record);
    }
  } catch (error) {
    throw new StartupError(
      `The database could not be migrated (${name}): ${(error as Error).message}. ` +
        'It is as the migration before left it; the next start tries again.',
      { cause: error },
    );
  }
}

const toStatements = (text: string) => text.split(/\n\s*\n/).filter((part) => /^(?!--)\S/m.test(part));

async function applyInTransaction(db: Kysely<DB>, text: string, record: RecordApplied): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(trx);
        await sql.raw(lockReplacedViews(text)).execute(trx);
        await record(trx);
      });
    } catch (error) {
      if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE || attempt === MAX_LOCK_ATTEMPTS) throw error;
      await delay(LOCK_RETRY_MS);
    }
  }
}

/**
 * Locks the views that a file replaces before it changes a table, as their readers do: it would wait for those that have locked the
 * view, and they for the table.
 */
function lockReplacedViews(text: string): string {
  const [, views] = /^drop view ([\w, ]+);/m.exec(text) ?? [];
  return views ? text.replace(/^alter table /m, `lock table ${views};\n$&`) : text;
}

const recordMigration = (db: Kysely<DB>, name: string) =>
  sql`insert into schema_migrations (name) values (${name})`.execute(db);
