import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { lowerPriority } from './background-priority.ts';
import { PreparedStatementClient, READ_ONLY_TRANSACTION, typeParsers } from './client.ts';
import type { DatabaseServers } from './servers.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** The connections of this process to the server in use. */
export interface DatabasePool extends PostgresPool {
  /** Ends all connections at once, so that their queries fail and later ones open new connections. */
  disconnect(): void;
}

interface PoolOptions {
  /** How to connect to the server in use. */
  getConnection: () => pg.ClientConfig;
  /** The servers of `DATABASE_URL`. When one cannot be used, the next one is. */
  servers: DatabaseServers | undefined;
  /** The most connections at a time. */
  size?: number;
  /** Whether the processes of a server on this machine give way to those of other programs. */
  isBackground: boolean;
}

const DEFAULT_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5000;
const RETRY_DELAY_MS = 50;
const KEEP_ALIVE_DELAY_MS = 10_000;
// So that a proxy, or a name that leads to another server, is noticed without a restart.
const MAX_LIFETIME_SECONDS = 30 * 60;

const TOO_MANY_CONNECTIONS = '53300';
// Of the pool, when all its connections are in use.
const ALL_IN_USE = 'timeout exceeded when trying to connect';

/** Creates the pool of a process. Statements are canceled after 10 s. */
export function createPool({ getConnection, servers, size = DEFAULT_SIZE, isBackground }: PoolOptions): DatabasePool {
  const clients = new Set<PreparedStatementClient>();
  class Client extends PreparedStatementClient {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, ...getConnection() });
      clients.add(this);
      this.once('end', () => clients.delete(this));
    }
  }
  const pool = new pg.Pool({
    Client,
    types: typeParsers,
    max: size,
    // Two connections stay open, with their cached plans.
    min: 2,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: 'socal-local',
    ...(servers && servers.urls.length > 1 && { onConnect: expectWrites }),
  });
  // The pool removes an idle connection that breaks; nothing else is needed.
  pool.on('error', () => {});
  if (isBackground) pool.on('connect', lowerPriority);

  /** Tries every server once, and waits for a connection of this process when the server has none left for another. */
  async function connect() {
    const deadline = Date.now() + CONNECT_TIMEOUT_MS;
    for (let failures = 0; ; ) {
      const url = servers?.url;
      try {
        return await pool.connect();
      } catch (error) {
        const { code, message } = error as pg.DatabaseError;
        if (code === TOO_MANY_CONNECTIONS) {
          if (pool.totalCount === 0 || Date.now() > deadline) throw error;
          await delay(RETRY_DELAY_MS);
        } else {
          if (!servers || !url || message === ALL_IN_USE || !isDatabaseUnavailable(error)) throw error;
          servers.skip(url);
          failures += 1;
          if (failures >= servers.urls.length) throw error;
        }
      }
    }
  }

  return {
    connect,
    end: () => pool.end(),
    options: pool.options,
    disconnect() {
      for (const client of clients) client.destroy();
    },
  };
}

/** @throws as PostgreSQL does for a write, when the server is a standby */
async function expectWrites(client: pg.ClientBase) {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on')
    throw Object.assign(new Error('The server only reads'), { code: READ_ONLY_TRANSACTION });
}
