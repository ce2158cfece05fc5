import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import type { DatabaseServers } from '#server/platform/env/database-url.ts';
import { lowerPriority } from './background-priority.ts';
import { SESSION_TIMEOUTS } from './session-settings.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const MAX_STATEMENTS = 500;
const MAX_PARAMETERS = 30;
// Others have no plan. A write that returns whole rows would fail once in a transaction after a migration that adds a column.
const PLANNED = /^\s*(select|with|(insert|update|delete)\b(?!.*\breturning \*))\b/is;
// The SQLSTATE of a write on a server that only reads, such as the former primary after a failover.
const READ_ONLY_TRANSACTION = '25006';
// Longer than the statement timeout, with which the server answers that it has canceled a query.
const RESPONSE_TIMEOUT_MS = 15_000;
const INT8 = 20;
const INT8_ARRAY = 1016;

// One name per query text in each process. A prepared statement ends with its connection.
const statementNames = new Map<string, string>();
let nextStatementId = 1;
let textSuffix = '';

/** Gives queries new names, and so new plans. Exported for tests, which share a process and use up its names. */
export function forgetStatementNames() {
  statementNames.clear();
  textSuffix = '';
}

/**
 * A connection that names repeated queries, so that PostgreSQL caches their plans. Only queries with few parameters are
 * named, and at most 500 of them, so that bulk queries of many different lengths do not fill the server's memory.
 * See docs/decisions/0009-named-prepared-statements.md.
 *
 * It ends when the server refuses to write, or leaves a query without a response for 15 seconds while the statement timeout of
 * the pool holds. The pool then opens another one.
 */
export class PreparedStatementClient extends pg.Client {
  /** Until when the statement timeout of the pool does not hold. */
  #ownTimeout: 'end of transaction' | 'reset' | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool does not listen while a transaction holds the connection. If it breaks then, the running query fails.
    this.on('error', () => {});
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads this eight times; only one overload is named here.
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    const name = rest.length === 0 && Array.isArray(values) ? getStatementName(text, values) : undefined;
    const send = super.query.bind(this) as (...args: unknown[]) => Promise<unknown>;
    if (name === undefined) return this.#endIfUseless(text, send(...args));
    const isOutsideTransaction = this.getTransactionStatus() === 'I';
    const response = send({ name, text: text + textSuffix, values }).catch((error: pg.DatabaseError) => {
      if (error.routine !== 'RevalidateCachedQuery') throw error;
      // A migration changed the columns of the result, which makes the cached plans invalid. New names get new plans.
      forgetStatementNames();
      // PgBouncer knows plans by their text.
      textSuffix = `\n-- ${randomUUID()}`;
      if (isOutsideTransaction) return send(text, values);
      throw error;
    });
    return this.#endIfUseless(text, response);
  }

  /** Ends the connection at once: its queries fail. */
  destroy() {
    // Marks it as ending, so that the pool does not use it again.
    this.end().catch(() => {});
    this.connection.stream.destroy();
  }

  /** @param response nothing, if the query was given a callback */
  #endIfUseless(text: unknown, response: Promise<unknown> | undefined) {
    this.#noteTimeout(text);
    if (!(response instanceof Promise)) return response;
    const timer = this.#ownTimeout ? undefined : setTimeout(() => this.destroy(), RESPONSE_TIMEOUT_MS);
    return response
      .catch((error: pg.DatabaseError) => {
        if (error.code === READ_ONLY_TRANSACTION) this.destroy();
        throw error;
      })
      .finally(() => clearTimeout(timer));
  }

  #noteTimeout(text: unknown) {
    if (this.#ownTimeout === 'end of transaction' && this.getTransactionStatus() === 'I') this.#ownTimeout = undefined;
    if (typeof text !== 'string' || !text.includes('statement_timeout')) return;
    if (/\breset\b/i.test(text)) this.#ownTimeout = undefined;
    else this.#ownTimeout = /\bset\s+statement_timeout/i.test(text) ? 'reset' : 'end of transaction';
  }
}

function getStatementName(text: unknown, values: unknown[]): string | undefined {
  if (typeof text !== 'string' || values.length > MAX_PARAMETERS) return undefined;
  const known = statementNames.get(text);
  if (known || statementNames.size >= MAX_STATEMENTS || !PLANNED.test(text)) return known;
  const name = `q${nextStatementId++}`;
  statementNames.set(text, name);
  return name;
}

/** Parses `bigint` as a number: all of ours are ids and counts, which stay below 2^53. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number;
    // biome-ignore lint/suspicious/noExplicitAny: the type of pg has overloads that exclude the union.
    const parse = pg.types.getTypeParser(oid, format as any);
    if (oid === INT8_ARRAY) return (text: string) => (parse(text) as (string | null)[]).map((id) => id && Number(id));
    return parse;
  },
};

/** The connections of a process to the database. */
export interface PoolUsage {
  used: number;
  idle: number;
  /** Queries that wait for one. */
  waiting: number;
}

/** The connections of this process to the server in use. */
export interface DatabasePool extends PostgresPool {
  /** Ends all connections at once, so that their queries fail and later ones open new connections. */
  disconnect(): void;
  getUsage(): PoolUsage;
}

interface PoolOptions {
  /** How to connect to the server in use. */
  getConnection: () => pg.ClientConfig;
  /** The servers of `DATABASE_URL`. When one cannot be used, the next one is. */
  servers: DatabaseServers | undefined;
  /** The most connections at a time. */
  size?: number;
  /** Whether it may wait: the processes of the embedded server give way to those of other programs. */
  isBackground: boolean;
  /** Whether a pooler is in between, which drops the parameters of sessions; they are those of the role. */
  isPooled?: boolean;
}

const DEFAULT_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5000;
// On a busy machine it is long before a process of low priority reads the answer.
const BACKGROUND_CONNECT_TIMEOUT_MS = 60_000;
const RETRY_DELAY_MS = 50;
const KEEP_ALIVE_DELAY_MS = 10_000;
// So that a proxy, or a name that leads to another server, is noticed without a restart.
const MAX_LIFETIME_SECONDS = 30 * 60;

const TOO_MANY_CONNECTIONS = '53300';
// Of the pool, when all its connections are in use.
const ALL_IN_USE = 'timeout exceeded when trying to connect';

/** Creates the pool of a process. Statements are canceled after 10 s. */
export function createPool({
  getConnection,
  servers,
  size = DEFAULT_SIZE,
  isBackground,
  isPooled = false,
}: PoolOptions): DatabasePool {
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
    connectionTimeoutMillis: isBackground ? BACKGROUND_CONNECT_TIMEOUT_MS : CONNECT_TIMEOUT_MS,
    ...(!isPooled && SESSION_TIMEOUTS),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: 'socal-local',
    ...(servers && servers.urls.length > 1 && { onConnect: expectWrites }),
  });
  const used = new WeakSet<object>();
  pool.on('acquire', (client) => used.add(client));
  pool.on('release', (_error, client) => used.delete(client));
  // The pool removes an idle connection that breaks; nothing else is needed.
  pool.on('error', () => {});
  if (isBackground && !servers) pool.on('connect', lowerPriority);

  let skipped = 0;
  let failure: unknown;
  let isProbing = false;

  /** While no server can be reached, one request at a time waits for the next attempt; the others fail at once. */
  async function connect() {
    if (failure === undefined || pool.idleCount > 0) return connectToAny();
    // The one that is connecting.
    if (isProbing && pool.totalCount <= 1) throw failure;
    isProbing = true;
    return connectToAny().finally(() => {
      isProbing = false;
    });
  }

  /** Tries every server once, and waits for a connection of this process when the server has none left for another. */
  async function connectToAny() {
    const deadline = Date.now() + CONNECT_TIMEOUT_MS;
    for (let failures = 0; ; ) {
      const seen = skipped;
      try {
        const client = await pool.connect();
        failure = undefined;
        return client;
      } catch (error) {
        const { code, message } = error as pg.DatabaseError;
        if (code === TOO_MANY_CONNECTIONS) {
          if (pool.totalCount === 0 || Date.now() > deadline) throw error;
          await delay(RETRY_DELAY_MS);
        } else {
          if (message === ALL_IN_USE || !isDatabaseUnavailable(error)) throw error;
          failure = error;
          if (!servers) throw error;
          // Others may have tried at the same time, and failed before.
          if (seen === skipped) {
            skipped += 1;
            servers.skip(servers.url);
          }
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
    getUsage: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    disconnect() {
      for (const client of clients) {
        // The pool hears of the end of a connection that is idle or not made yet, unless we end it ourselves.
        if (used.has(client)) client.destroy();
        else client.connection.stream.destroy();
      }
    },
  };
}

/** @throws as PostgreSQL does for a write, when the server is a standby */
async function expectWrites(client: pg.ClientBase) {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on')
    throw Object.assign(new Error('The server only reads'), { code: READ_ONLY_TRANSACTION });
}
