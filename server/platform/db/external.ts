import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { t } from '#contract/i18n/t.ts';
import type { DatabaseServers } from '#server/platform/env/database-url.ts';
import { describeConnectionFault, describeMissingDirectUrl, describeServer } from './describe-server.ts';
import { isPooled, keepsSessions } from './pooler.ts';
import { SESSION_TIMEOUTS, toSessionConfig } from './session-settings.ts';
import { StartupError } from './startup-error.ts';

const MIN_MAJOR_VERSION = 14;
const CONNECT_TIMEOUT_MS = 9000;

/**
 * Waits until one of the servers of a URL accepts connections and can be used, for less than 10 s, and uses that one.
 * @param options.name of the variable with the URL
 * @param options.isPooler whether sessions are not needed
 * @throws {StartupError} with the reason why none does, without the password
 */
export async function waitForServer(
  servers: DatabaseServers,
  timeoutMs = CONNECT_TIMEOUT_MS,
  { name = 'DATABASE_URL', isPooler = false } = {},
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  // A server that hangs leaves time for the others.
  const timeoutOfEach = timeoutMs / servers.urls.length;
  const faults = new Map<string, string>();
  for (;;) {
    const { url } = servers;
    let isStartingUp = false;
    try {
      const timeout = Math.min(timeoutOfEach, deadline - Date.now());
      const properties = await readProperties(isPooler ? { connectionString: url } : toSession(url), timeout);
      const fault = findFault(name, url, properties);
      const losesSessions = !fault && !isPooler && properties.isPooled && !(await keepsSessions(url));
      if (!fault && !losesSessions) return;
      faults.set(url, fault ?? describeMissingDirectUrl(name, url));
    } catch (error) {
      isStartingUp = (error as { code?: string }).code === '57P03';
      faults.set(url, describeConnectionFault(name, url, error as Error));
    }
    const hasTime = Date.now() + 300 < deadline;
    const allTried = faults.size === servers.urls.length;
    if (!hasTime || (allTried && !isStartingUp)) throw new StartupError([...faults.values()].join('\n'));
    servers.skip(url);
    if (allTried) await delay(250);
  }
}

const toSession = (url: string) => ({ ...toSessionConfig(url), ...SESSION_TIMEOUTS });

interface ServerProperties {
  version: number;
  encoding: string;
  /** Whether `lower` knows letters other than those of English. */
  foldsLetters: boolean;
  isReadOnly: boolean;
  isPooled: boolean;
}

async function readProperties(connection: pg.ClientConfig, timeoutMs: number): Promise<ServerProperties> {
  const client = new pg.Client({
    ...connection,
    application_name: 'socal-local',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<ServerProperties & { pid: number }>(`
      select pg_backend_pid() as pid, current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding,
        lower(chr(193)) = chr(225) as "foldsLetters",
        current_setting('transaction_read_only') = 'on' as "isReadOnly"
      from pg_database where datname = current_database()`);
    const properties = rows[0] as ServerProperties & { pid: number };
    return { ...properties, isPooled: isPooled(client, properties.pid) };
  } finally {
    client.end().catch(() => {});
  }
}

/** Why the site cannot use a database, and what to do; null when it can. */
function findFault(
  name: string,
  url: string,
  { version, encoding, foldsLetters, isReadOnly }: ServerProperties,
): string | null {
  const server = describeServer(url);
  const recreate = "create database NAME template template0 encoding 'UTF8' locale 'C.UTF-8'";
  if (version < MIN_MAJOR_VERSION * 10_000) {
    const major = Math.floor(version / 10_000);
    return t('{name}: {server} is PostgreSQL {major}. Use PostgreSQL {least} or newer.', {
      name,
      server,
      major,
      least: MIN_MAJOR_VERSION,
    });
  }
  if (isReadOnly)
    return t('{name}: {server} only reads, as a standby does. Use the server that writes.', { name, server });
  if (encoding !== 'UTF8')
    return t('{name}: {server} has the encoding {encoding}, not UTF8. Create it anew with: {recreate}', {
      name,
      server,
      encoding,
      recreate,
    });
  if (!foldsLetters)
    return t(
      '{name}: {server} has a locale that does not know Á as the capital of á, so searches would miss words. Create it anew with: {recreate}',
      { name, server, recreate },
    );
  return null;
}
