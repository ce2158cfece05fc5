import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseServers } from './servers.ts';
import { StartupError } from './startup-error.ts';

const MIN_MAJOR_VERSION = 14;
const CONNECT_TIMEOUT_MS = 9000;

/**
 * Waits until one of the servers of `DATABASE_URL` accepts connections and can be used, for less than 10 s, and uses that one.
 * @throws {StartupError} with the reason why none does, without the password
 */
export async function waitForServer(servers: DatabaseServers, timeoutMs = CONNECT_TIMEOUT_MS): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  // A server that hangs leaves time for the others.
  const timeoutOfEach = timeoutMs / servers.urls.length;
  const faults = new Map<string, string>();
  for (;;) {
    const { url } = servers;
    let isStartingUp = false;
    try {
      const fault = findFault(url, await readProperties(url, Math.min(timeoutOfEach, deadline - Date.now())));
      if (fault === null) return;
      faults.set(url, fault);
    } catch (error) {
      isStartingUp = (error as { code?: string }).code === '57P03';
      faults.set(url, toStartupMessage(url, error as Error));
    }
    const hasTime = Date.now() + 300 < deadline;
    const allTried = faults.size === servers.urls.length;
    if (!hasTime || (allTried && !isStartingUp)) throw new StartupError([...faults.values()].join('\n'));
    servers.skip(url);
    if (allTried) await delay(250);
  }
}

interface ServerProperties {
  version: number;
  encoding: string;
  /** Whether `lower` knows letters other than those of English. */
  foldsLetters: boolean;
  isReadOnly: boolean;
}

async function readProperties(url: string, timeoutMs: number): Promise<ServerProperties> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'socal-local',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<ServerProperties>(`
      select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding,
        lower(chr(193)) = chr(225) as "foldsLetters",
        current_setting('transaction_read_only') = 'on' as "isReadOnly"
      from pg_database where datname = current_database()`);
    return rows[0] as ServerProperties;
  } finally {
    client.end().catch(() => {});
  }
}

/** Why the site cannot use a database, and what to do; null when it can. */
function findFault(url: string, { version, encoding, foldsLetters, isReadOnly }: ServerProperties): string | null {
  const server = describeServer(url);
  const recreate = "Create it anew with: create database NAME template template0 encoding 'UTF8' locale 'C.UTF-8'";
  if (version < MIN_MAJOR_VERSION * 10_000) {
    const major = Math.floor(version / 10_000);
    return `DATABASE_URL: ${server} is PostgreSQL ${major}. Use PostgreSQL ${MIN_MAJOR_VERSION} or newer.`;
  }
  if (isReadOnly) return `DATABASE_URL: ${server} only reads, as a standby does. Use the server that writes.`;
  if (encoding !== 'UTF8') return `DATABASE_URL: ${server} has the encoding ${encoding}, not UTF8. ${recreate}`;
  if (!foldsLetters)
    return `DATABASE_URL: ${server} has a locale that does not know Á as the capital of á, so searches would miss words. ${recreate}`;
  return null;
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
