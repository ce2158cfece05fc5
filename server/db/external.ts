import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CannotStart } from './cannot-start.ts';

const OLDEST = 14;
const ANSWER_MS = 9000;

/**
 * Waits until the server of `DATABASE_URL` answers, less than 10 s.
 * @throws {CannotStart} saying why it does not, without the password
 */
export async function reachExternal(url: string, patienceMs = ANSWER_MS): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      const version = await versionOf(url, until - Date.now());
      if (version >= OLDEST * 10_000) return;
      throw new CannotStart(
        `DATABASE_URL: ${placeOf(url)} is PostgreSQL ${Math.floor(version / 10_000)}. Use PostgreSQL ${OLDEST} or newer.`,
      );
    } catch (error) {
      if (error instanceof CannotStart) throw error;
      const starting = (error as { code?: string }).code === '57P03';
      if (!starting || Date.now() + 300 > until) throw new CannotStart(explain(url, error as Error));
      await pause(250);
    }
  }
}

async function versionOf(url: string, patienceMs: number): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'socal-local',
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    return Number(rows[0]?.server_version_num);
  } finally {
    client.end().catch(() => {});
  }
}

/** Where and as whom the URL connects: everything but the password. */
function placeOf(url: string): string {
  const { user, host, port, database } = new pg.Client(url);
  return `${host}:${port}, database ${database}, user ${user}`;
}

function explain(url: string, error: Error & { code?: string }): string {
  const place = placeOf(url);
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `DATABASE_URL: nothing listens at ${place}. Start that server, or correct the host and port.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `DATABASE_URL: the host name is unknown (${place}). Correct it, or look after the name service.`;
    case '28P01':
    case '28000':
      return `DATABASE_URL: ${place} refuses the user or the password. Correct them.`;
    case '3D000':
      return `DATABASE_URL: there is no such database (${place}). Create it, or correct its name.`;
    case '57P03':
      return `DATABASE_URL: ${place} is still starting up. Try again when it is ready.`;
    default:
      return `DATABASE_URL: ${place} does not answer as a PostgreSQL server (${error.message || error.code}). Correct the address, or look after that server.`;
  }
}
