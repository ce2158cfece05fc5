import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Env } from '#server/env.ts';
import { startEmbeddedPostgres } from './embedded/start.ts';
import { waitForServer } from './external.ts';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';
import type { DB } from './schema.ts';
import { type DatabaseServers, parseDatabaseUrl } from './servers.ts';

/** An open database. */
export interface Database {
  db: Kysely<DB>;
  /** For connections outside the pool, such as one that listens: to the server that is in use when it is read. */
  readonly connection: pg.ClientConfig;
  /** Ends all connections at once, because the server does not respond; their queries fail, and later ones open new connections. */
  disconnect(): void;
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

const CLOSE_TIMEOUT_MS = 4000;

/**
 * Opens the database at `DATABASE_URL`, or the embedded one in `DATA_DIR` when that is unset, and migrates it.
 * Statements are canceled after 10 s; times are UTC; `bigint` is a number.
 * @param options.progress called with messages about the progress, one line at a time, also while the database is open
 * @param options.isBackground the processes of the embedded server that work for this program give way to those of others
 * @throws {StartupError} within 10 s when it cannot be reached or used
 */
export async function openDatabase(
  env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'> & Partial<Pick<Env, 'DATABASE_POOL'>>,
  { progress = () => {}, isBackground = false }: { progress?: (line: string) => void; isBackground?: boolean } = {},
): Promise<Database> {
  const server = env.DATABASE_URL === undefined ? await startEmbeddedPostgres(env.DATA_DIR, { progress }) : undefined;
  try {
    const address = getAddress(env, server?.connection);
    if (address.servers) await waitForServer(address.servers);
    const appliedMigrations = await migrate(address.getConnection());
    for (const name of appliedMigrations) progress(`Migrated the database: ${name}`);
    const joined = join(address, { size: env.DATABASE_POOL, isBackground: server !== undefined && isBackground });
    const { close: disjoin } = joined;
    const close = async () => {
      await disjoin();
      await server?.stop();
    };
    return Object.assign(joined, { isEmbedded: server !== undefined, appliedMigrations, close });
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

/**
 * Connects to a database that another process has opened, and keeps open for longer than this one.
 * @param embedded how to connect to the embedded server, if `DATABASE_URL` is unset
 */
export const joinDatabase = (
  env: Pick<Env, 'DATABASE_URL' | 'DATABASE_POOL'>,
  embedded: pg.ClientConfig,
): JoinedDatabase => join(getAddress(env, embedded), { size: env.DATABASE_POOL, isBackground: false });

/** A database that somebody else keeps open. */
export type JoinedDatabase = Pick<Database, 'db' | 'connection' | 'disconnect' | 'close'>;

interface Address {
  getConnection: () => pg.ClientConfig;
  /** None for the embedded server. */
  servers?: DatabaseServers;
}

function getAddress({ DATABASE_URL }: Pick<Env, 'DATABASE_URL'>, embedded: pg.ClientConfig | undefined): Address {
  if (DATABASE_URL === undefined) return { getConnection: () => ({ ...embedded, options: SESSION_SETTINGS }) };
  const servers = parseDatabaseUrl(DATABASE_URL);
  const getConnection = () => {
    const url = new URL(servers.url);
    url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} ${SESSION_SETTINGS}`.trim());
    return { connectionString: url.href };
  };
  return { servers, getConnection };
}

function join(
  { servers, getConnection }: Address,
  { size, isBackground }: { size: number | undefined; isBackground: boolean },
): JoinedDatabase {
  const pool = createPool({ getConnection, servers, size, isBackground });
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    get connection() {
      return getConnection();
    },
    disconnect: pool.disconnect,
    close: () => withCloseTimeout(pool.end()),
  };
}

function withCloseTimeout(closed: Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  closed.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
