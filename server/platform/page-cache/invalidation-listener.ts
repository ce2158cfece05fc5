import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ALL_KEYS, INVALIDATION_CHANNEL } from '#server/platform/db/invalidate.ts';
import type { Database } from '#server/platform/db/open.ts';

/** A connection that receives invalidations. */
export interface InvalidationListener {
  close(): Promise<void>;
}

type ListenedDatabase = Pick<Database, 'connection' | 'disconnect'>;

/** Called with the keys of each notification, and when the connection is lost or there again. */
interface InvalidationCallbacks {
  onKeys: (keys: string[]) => unknown;
  onConnection: (isConnected: boolean) => void;
}

const ECHO_INTERVAL_MS = 10_000;
const TIMEOUT_MS = 5000;
const MAX_RETRY_DELAY_MS = 5000;
// No surrogate key has a space in front.
const ECHO_PREFIX = ' echo ';

/**
 * Reports the surrogate keys that any process invalidates, when the transaction commits. Reconnects until it is closed.
 * Every new connection reports {@link ALL_KEYS}, because earlier invalidations may have been missed. A connection counts only while
 * a notification of its own comes back every 10 s: a proxy may hide that the server is gone, or that it notifies another connection.
 * If the server does not respond, the connections of the pool end too.
 * @param onKeys called with the keys of one invalidation; {@link ALL_KEYS} alone means everything
 * @param onConnection called with whether invalidations arrive: at first with false, then whenever that changes
 */
export function listenForInvalidations(
  database: ListenedDatabase,
  onKeys: InvalidationCallbacks['onKeys'],
  onConnection: InvalidationCallbacks['onConnection'] = () => {},
): InvalidationListener {
  const closed = new AbortController();
  onConnection(false);
  const ended = listenWithRetries(database, { onKeys, onConnection }, closed.signal);
  return {
    async close() {
      closed.abort();
      await ended;
    },
  };
}

async function listenWithRetries(database: ListenedDatabase, callbacks: InvalidationCallbacks, closed: AbortSignal) {
  let retryDelayMs = 0;
  while (!closed.aborted) {
    const wasConnected = await listenOnce(database, callbacks, closed);
    if (wasConnected && !closed.aborted) callbacks.onConnection(false);
    retryDelayMs = wasConnected ? 100 : Math.min(retryDelayMs * 2 + 100, MAX_RETRY_DELAY_MS);
    // An abort ends the wait early.
    if (!closed.aborted) await delay(retryDelayMs, undefined, { signal: closed }).catch(() => {});
  }
}

/** Listens until the connection is lost or we close. Answers whether it ever listened. */
async function listenOnce(
  database: ListenedDatabase,
  { onKeys, onConnection }: InvalidationCallbacks,
  closed: AbortSignal,
): Promise<boolean> {
  const client = new pg.Client({
    ...database.connection,
    application_name: 'socal-local listen',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
  });
  const lost = new AbortController();
  const end = () => lost.abort();
  client.on('error', end);
  client.once('end', end);
  client.on('notification', ({ payload = '' }) => {
    if (!payload.startsWith(ECHO_PREFIX)) onKeys(payload.split(' ').filter(Boolean));
  });
  closed.addEventListener('abort', end);
  let isConnected = false;
  try {
    await client.connect();
    await client.query(`listen ${INVALIDATION_CHANNEL}`);
    while (!closed.aborted && (await hearsItself(client, lost.signal))) {
      if (!isConnected) await onKeys([ALL_KEYS]);
      if (!isConnected) onConnection(true);
      isConnected = true;
      await delay(ECHO_INTERVAL_MS, undefined, { signal: lost.signal });
    }
  } catch (error) {
    if (isConnected && (error as Error).message === NO_RESPONSE) database.disconnect();
  }
  closed.removeEventListener('abort', end);
  // The connection may be lost already.
  client.end().catch(() => {});
  return isConnected;
}

// The message of pg when a query takes longer than `query_timeout`.
const NO_RESPONSE = 'Query read timeout';

/** Sends a notification, and answers whether it comes back. */
async function hearsItself(client: pg.Client, lost: AbortSignal): Promise<boolean> {
  const payload = ECHO_PREFIX + randomUUID();
  const { promise: echo, resolve } = Promise.withResolvers<boolean>();
  const listener = (notification: pg.Notification) => notification.payload === payload && resolve(true);
  client.on('notification', listener);
  await client.query(`notify ${INVALIDATION_CHANNEL}, '${payload}'`);
  const isHeard = await Promise.race([echo, delay(TIMEOUT_MS, false, { signal: lost })]);
  client.off('notification', listener);
  return isHeard;
}
