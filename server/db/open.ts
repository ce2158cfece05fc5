import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Env } from '#server/env.ts';
import { PreparedStatementClient, typeParsers } from './client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/start.ts';
import { waitForServer } from './external.ts';
import { migrate } from './migrate.ts';
import type { DB } from './schema.ts';

/** An open database. */
export interface Database {
  db: Kysely<DB>;
  /** For connections outside the pool, such as one that listens. */
  connection: pg.ClientConfig;
  /** Whether it is the embedded PostgreSQL, which this program starts. */
  isEmbedded: boolean;
  /** The migrations that were applied when it was opened. */
  appliedMigrations: string[];
  /** Waits for running queries (at most 4 s), closes every connection, and stops the embedded server if no other program uses it. */
  close(): Promise<void>;
}

// The indexes fit in memory. With the default of 4, which is meant for spinning disks, PostgreSQL prefers to sort the
// rows of a city or ZIP code over scanning the index that has them in order.
const SESSION_SETTINGS = '-c timezone=UTC -c random_page_cost=1.1';

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 4000;

/**
 * Opens the database at `DATABASE_URL`, or the embedded one in `DATA_DIR` when that is unset, and migrates it.
 * Statements are canceled after 10 s; times are UTC; `bigint` is a number.
 * @param options.progress called with messages about the progress, one line at a time, also while the database is open
 * @param options.isBackground the processes of the embedded server that work for this program give way to those of others
 * @throws {StartupError} within 10 s when it cannot be reached or used
 */
export async function openDatabase(
  env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>,
  { progress = () => {}, isBackground = false }: { progress?: (line: string) => void; isBackground?: boolean } = {},
): Promise<Database> {
  const { connection, server } = await connect(env, progress);
  try {
    const appliedMigrations = await migrate(connection);
    for (const name of appliedMigrations) progress(`Migrated the database: ${name}`);
    const joined = joinDatabase(connection, server && isBackground ? lowerPriority : undefined);
    const close = async () => {
      await joined.close();
      await server?.stop();
    };
    return { ...joined, isEmbedded: server !== undefined, appliedMigrations, close };
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

/** Connects to a database that another process has opened, and keeps open for longer than this one. */
export function joinDatabase(
  connection: pg.ClientConfig,
  onConnect?: (client: pg.PoolClient) => void,
): Pick<Database, 'db' | 'connection' | 'close'> {
  const pool = createPool(connection);
  if (onConnect) pool.on('connect', onConnect);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { db, connection, close: () => withCloseTimeout(pool.end()) };
}

async function connect(env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>, progress: (line: string) => void) {
  if (env.DATABASE_URL === undefined) {
    const server: EmbeddedPostgres = await startEmbeddedPostgres(env.DATA_DIR, { progress });
    return { server, connection: { ...server.connection, options: SESSION_SETTINGS } };
  }
  await waitForServer(env.DATABASE_URL);
  const url = new URL(env.DATABASE_URL);
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} ${SESSION_SETTINGS}`.trim());
  return { server: undefined, connection: { connectionString: url.href } };
}

function createPool(connection: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    Client: PreparedStatementClient,
    types: typeParsers,
    max: POOL_SIZE,
    // Two connections stay open, with their cached plans.
    min: 2,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'socal-local',
  });
  // The pool removes an idle connection that breaks; nothing else is needed.
  pool.on('error', () => {});
  return pool;
}

// Of 19: a twentieth of the share of others.
const BACKGROUND_PRIORITY = 13;
const PRIORITY_ATTEMPTS = 5;

/**
 * Linux shares CPUs among sessions first, and each process of PostgreSQL is one: its session gets the priority, too (sched(7), autogroup).
 * @param client of a server on this machine
 */
async function lowerPriority({ processID }: pg.PoolClient & { processID?: number }) {
  if (!processID) return;
  try {
    setPriority(processID, BACKGROUND_PRIORITY);
  } catch {
    // It has ended already, or belongs to another user.
  }
  // Without privileges, Linux accepts one change in a tenth of a second. Other systems have no such file.
  for (let attempt = 0; attempt < PRIORITY_ATTEMPTS; attempt++) {
    const failure = await writeFile(`/proc/${processID}/autogroup`, String(BACKGROUND_PRIORITY), { flag: 'r+' }).catch(
      (error: NodeJS.ErrnoException) => error,
    );
    if (failure?.code !== 'EAGAIN') return;
    await delay(150, undefined, { ref: false });
  }
}

function withCloseTimeout(closed: Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  closed.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
