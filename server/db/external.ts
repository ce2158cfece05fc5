import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from './startup-error.ts';

const MIN_MAJOR_VERSION = 14;
const CONNECT_TIMEOUT_MS = 9000;

/**
 * Waits until the server of `DATABASE_URL` accepts connections, for less than 10 s.
 * @throws {StartupError} with the reason why it does not, without the password
 */
export async function waitForServer(url: string, timeoutMs = CONNECT_TIMEOUT_MS): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      const version = await getServerVersion(url, deadline - Date.now());
      if (version >= MIN_MAJOR_VERSION * 10_000) return;
      throw new StartupError(
        `DATABASE_URL: ${describeServer(url)} is PostgreSQL ${Math.floor(version / 10_000)}. Use PostgreSQL ${MIN_MAJOR_VERSION} or newer.`,
      );
    } catch (error) {
      if (error instanceof StartupError) throw error;
      const isStartingUp = (error as { code?: string }).code === '57P03';
      if (!isStartingUp || Date.now() + 300 > deadline) throw new StartupError(toStartupMessage(url, error as Error));
      await delay(250);
    }
  }
}

async function getServerVersion(url: string, timeoutMs: number): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'socal-local',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
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

/** The parts of the URL that a message may show: everything but the password. */
function describeServer(url: string): string {
  const { user, host, port, database } = new pg.Client(url);
  return `${host}:${port}, database ${database}, user ${user}`;
}

function toStartupMessage(url: string, error: Error & { code?: string }): string {
  const server = describeServer(url);
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `DATABASE_URL: nothing listens at ${server}. Start that server, or correct the host and port.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `DATABASE_URL: the host name is unknown (${server}). Correct it, or look after the name service.`;
    case '28P01':
    case '28000':
      return `DATABASE_URL: ${server} refuses the user or the password. Correct them.`;
    case '3D000':
      return `DATABASE_URL: there is no such database (${server}). Create it, or correct its name.`;
    case '57P03':
      return `DATABASE_URL: ${server} is still starting up. Try again when it is ready.`;
    default:
      return `DATABASE_URL: ${server} does not answer as a PostgreSQL server (${error.message || error.code}). Correct the address, or look after that server.`;
  }
}
