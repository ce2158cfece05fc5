import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts';
import { type DatabaseServers, parseDatabaseUrl } from '#server/platform/env/database-url.ts';
import type { Env } from '#server/platform/env/env.ts';
import { waitForServer } from './external.ts';
import { migrate } from './migrate.ts';
import { createPool, type PoolUsage } from './pool.ts';
import { checkPooler, setRoleSettings } from './pooler.ts';
import { createReplica, type Replica } from './replica.ts';
import type { DB } from './schema.ts';
import { toSessionConfig, withSessionSettings } from './session-settings.ts';

/** An open database. */
export interface Database {
  db: Kysely<DB>;
  /** For work that needs a session: locks, settings and temporary tables of a connection. The same as `db` without a pooler. */
  direct: Kysely<DB>;
  /** For connections outside the pool, such as one that listens: to the server that is in use when it is read. */
  readonly connection: pg.ClientConfig;
  /** Ends all connections at once, because the server does not respond; their queries fail, and later ones open new connections. */
  disconnect(): void;
  /** Counts the connections of the pool. */
  getPoolUsage(): PoolUsage;
  /** Whether it is the embedded PostgreSQL, which this program starts. */
  isEmbedded: boolean;
  /** The migrations that were applied when it was opened. */
  appliedMigrations: string[];
  /** Waits for running queries (at most 4 s), closes every connection, and stops the embedded server if no other program uses it. */
  close(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 4000;
// What needs a session is rare.
const DIRECT_POOL_SIZE = 2;

type DatabaseEnv = Pick<Env, 'DATABASE_URL'> &
  Partial<Pick<Env, 'DATABASE_POOL' | 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URL'>>;

/**
 * Opens the database at `DATABASE_DIRECT_URL` or `DATABASE_URL`, or the embedded one in `DATA_DIR` when both are unset, and migrates it.
 * Statements are canceled after 10 s; times are UTC; `bigint` is a number.
 * @param options.progress called with messages about the progress, one line at a time, also while the database is open
 * @param options.migrates whether the schema is brought up to date (the default)
 * @param options.isBackground it waits longer for connections, and the processes of the embedded server that work for it give way to others
 * @throws {StartupError} within 10 s when it cannot be reached or used
 */
export async function openDatabase(
  env: DatabaseEnv & Pick<Env, 'DATA_DIR'>,
  {
    progress = () => {},
    migrates = true,
    isBackground = false,
  }: { progress?: (line: string) => void; migrates?: boolean; isBackground?: boolean } = {},
): Promise<Database> {
  const server = env.DATABASE_URL === undefined ? await startEmbeddedPostgres(env.DATA_DIR, { progress }) : undefined;
  try {
    const address = getAddress(env, server?.connection);
    const name = env.DATABASE_DIRECT_URL === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
    if (address.servers) await waitForServer(address.servers, undefined, { name });
    const appliedMigrations = migrates ? await migrate(address.getConnection(), undefined, { progress }) : [];
    for (const name of appliedMigrations) progress(`Migrated the database: ${name}`);
    const joined = join(address, { size: env.DATABASE_POOL, isBackground });
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
 * Connects the site to a database that somebody else has opened, and keeps open for longer: to `DATABASE_URL`, which may be a pooler if
 * there is a `DATABASE_DIRECT_URL` too.
 * @param embedded how to connect to the embedded server, if `DATABASE_URL` is unset
 */
export function joinDatabase(env: DatabaseEnv, embedded: pg.ClientConfig): JoinedDatabase {
  const joined = joinPrimary(env, embedded);
  const { DATABASE_REPLICA_URL: url } = env;
  if (url === undefined) return joined;
  const standby = join({ getConnection: () => toSessionConfig(url) }, { size: env.DATABASE_POOL });
  const replica = createReplica(joined.db, standby);
  const { close: closePrimary } = joined;
  const close = async () => {
    await replica.close();
    await closePrimary();
  };
  return Object.assign(joined, { replica, close });
}

function joinPrimary(env: DatabaseEnv, embedded: pg.ClientConfig): JoinedDatabase {
  const address = getAddress(env, embedded);
  if (env.DATABASE_URL === undefined || env.DATABASE_DIRECT_URL === undefined)
    return join(address, { size: env.DATABASE_POOL });
  const servers = parseDatabaseUrl(env.DATABASE_URL);
  const getConnection = () => ({ connectionString: servers.url });
  const pooled = join({ servers, getConnection }, { size: env.DATABASE_POOL, isPooled: true });
  const direct = join(address, { size: DIRECT_POOL_SIZE });
  return {
    db: pooled.db,
    direct: direct.db,
    get connection() {
      return direct.connection;
    },
    disconnect() {
      pooled.disconnect();
      direct.disconnect();
    },
    getPoolUsage: pooled.getPoolUsage,
    async close() {
      await Promise.all([pooled.close(), direct.close()]);
    },
  };
}

/**
 * Waits for the pooler at `DATABASE_URL`, and prepares the database for it.
 * @throws {StartupError} when it cannot be used
 */
export async function waitForPooler({ DATABASE_URL, DATABASE_DIRECT_URL }: DatabaseEnv): Promise<void> {
  if (DATABASE_URL === undefined || DATABASE_DIRECT_URL === undefined) return;
  const servers = parseDatabaseUrl(DATABASE_URL);
  const direct = parseDatabaseUrl(DATABASE_DIRECT_URL).url;
  await setRoleSettings(direct);
  await waitForServer(servers, undefined, { isPooler: true });
  await checkPooler({ pooled: servers.url, direct });
}

/** A database that somebody else keeps open. */
export type JoinedDatabase = Pick<
  Database,
  'db' | 'direct' | 'connection' | 'disconnect' | 'getPoolUsage' | 'close'
> & {
  /** If there is one. */
  replica?: Replica;
};

interface Address {
  getConnection: () => pg.ClientConfig;
  /** None for the embedded server. */
  servers?: DatabaseServers;
}

function getAddress(
  { DATABASE_URL, DATABASE_DIRECT_URL }: DatabaseEnv,
  embedded: pg.ClientConfig | undefined,
): Address {
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (url === undefined) return { getConnection: () => withSessionSettings(embedded) };
  const servers = parseDatabaseUrl(url);
  return { servers, getConnection: () => toSessionConfig(servers.url) };
}

function join(
  { servers, getConnection }: Address,
  { size, isBackground = false, isPooled = false }: { size?: number; isBackground?: boolean; isPooled?: boolean },
): JoinedDatabase {
  const pool = createPool({ getConnection, servers, size, isBackground, isPooled });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    direct: db,
    get connection() {
      return getConnection();
    },
    disconnect: pool.disconnect,
    getPoolUsage: pool.getUsage,
    close: () => withCloseTimeout(pool.end()),
  };
}

function withCloseTimeout(closed: Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  closed.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
