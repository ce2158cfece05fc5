import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ALL_KEYS, INVALIDATION_CHANNEL } from './invalidate.ts';

/** A connection that receives invalidations. */
export interface InvalidationListener {
  close(): Promise<void>;
}

const HEARTBEAT_INTERVAL_MS = 15_000;
const QUERY_TIMEOUT_MS = 5000;
const MAX_RETRY_DELAY_MS = 5000;

/**
 * Reports the surrogate keys that any process invalidates, when the transaction commits. Reconnects until it is closed.
 * Every new connection reports {@link ALL_KEYS}, because earlier invalidations may have been missed.
 * @param onKeys called with the keys of one invalidation; {@link ALL_KEYS} alone means everything
 */
export function listenForInvalidations(
  database: { connection: pg.ClientConfig },
  onKeys: (keys: string[]) => void,
): InvalidationListener {
  const closed = new AbortController();
  const ended = listenWithRetries(database.connection, onKeys, closed.signal);
  return {
    async close() {
      closed.abort();
      await ended;
    },
  };
}

async function listenWithRetries(connection: pg.ClientConfig, onKeys: (keys: string[]) => void, closed: AbortSignal) {
  let retryDelayMs = 0;
  while (!closed.aborted) {
    const wasConnected = await listenOnce(connection, onKeys, closed);
    retryDelayMs = wasConnected ? 100 : Math.min(retryDelayMs * 2 + 100, MAX_RETRY_DELAY_MS);
    if (!closed.aborted) await delay(retryDelayMs, undefined, { signal: closed }).catch(() => {});
  }
}

/** Listens until the connection is lost or we close. Answers whether it ever listened. */
async function listenOnce(connection: pg.ClientConfig, onKeys: (keys: string[]) => void, closed: AbortSignal) {
  const client = new pg.Client({
    ...connection,
    application_name: 'socal-local listen',
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  const { promise: disconnected, resolve: end } = Promise.withResolvers<void>();
  client.on('error', () => end());
  client.once('end', () => end());
  client.on('notification', ({ payload = '' }) => onKeys(payload.split(' ').filter(Boolean)));
  try {
    await client.connect();
    await client.query(`listen ${INVALIDATION_CHANNEL}`);
  } catch {
    client.end().catch(() => {});
    return false;
  }
  onKeys([ALL_KEYS]);
  const close = () => end();
  closed.addEventListener('abort', close);
  if (closed.aborted) end();
  // A connection that is dead does not say goodbye: ask.
  const heartbeat = setInterval(() => client.query('select').catch(() => end()), HEARTBEAT_INTERVAL_MS);
  await disconnected;
  clearInterval(heartbeat);
  closed.removeEventListener('abort', close);
  client.end().catch(() => {});
  return true;
}
