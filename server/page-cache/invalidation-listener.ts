import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ALL_KEYS, RENEWAL_CHANNEL } from './invalidate.ts';

/** A standing connection that hears renewals. */
export interface Listening {
  close(): Promise<void>;
}

const CHECK_EVERY_MS = 15_000;
const ANSWER_MS = 5000;
const LONGEST_WAIT_MS = 5000;

/**
 * Tells which surrogate keys any process renews, as soon as that commits. It keeps trying for as long as it is open, and
 * renews everything whenever it begins to hear again, the first time too: what was said before was missed.
 * @param onKeys hears the keys of one renewal; {@link ALL_KEYS} alone means everything
 */
export function listenForRenewals(
  database: { connection: pg.ClientConfig },
  onKeys: (keys: string[]) => void,
): Listening {
  const closed = new AbortController();
  const ended = keepListening(database.connection, onKeys, closed.signal);
  return {
    async close() {
      closed.abort();
      await ended;
    },
  };
}

async function keepListening(connection: pg.ClientConfig, onKeys: (keys: string[]) => void, closed: AbortSignal) {
  let wait = 0;
  while (!closed.aborted) {
    const heard = await listenOnce(connection, onKeys, closed);
    wait = heard ? 100 : Math.min(wait * 2 + 100, LONGEST_WAIT_MS);
    if (!closed.aborted) await pause(wait, undefined, { signal: closed }).catch(() => {});
  }
}

/** Listens until the connection is lost or we close. Answers whether it ever listened. */
async function listenOnce(connection: pg.ClientConfig, onKeys: (keys: string[]) => void, closed: AbortSignal) {
  const client = new pg.Client({
    ...connection,
    application_name: 'socal-local listen',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  });
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  client.on('error', () => end());
  client.once('end', () => end());
  client.on('notification', ({ payload = '' }) => onKeys(payload.split(' ').filter(Boolean)));
  try {
    await client.connect();
    await client.query(`listen ${RENEWAL_CHANNEL}`);
  } catch {
    client.end().catch(() => {});
    return false;
  }
  onKeys([ALL_KEYS]);
  const close = () => end();
  closed.addEventListener('abort', close);
  if (closed.aborted) end();
  // A connection that is dead does not say goodbye: ask.
  const check = setInterval(() => client.query('select').catch(() => end()), CHECK_EVERY_MS);
  await over;
  clearInterval(check);
  closed.removeEventListener('abort', close);
  client.end().catch(() => {});
  return true;
}
