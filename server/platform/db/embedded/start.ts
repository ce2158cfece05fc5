import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { prepareApplicationRole, toApplicationConnection } from './application-role.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { type DatabaseFolder, openDatabaseFolder } from './folder.ts';
import { initDatabase, readPassword } from './init.ts';
import { findRunningPid, sendSignal } from './process.ts';
import { ensureRunning, type PostgresSettings, type SocketConnection, toSuperuserConnection } from './server.ts';

/** A PostgreSQL server, shared by all programs that use the same folder. */
export interface EmbeddedPostgres {
  /** Of a role that is no superuser and owns the database. */
  connection: SocketConnection;
  /** Disconnects, and stops the server when no other program uses it. Waits at most 4 s for its end. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Called with messages about the progress, one line at a time. */
  progress: (line: string) => void;
  /** PostgreSQL settings, for a server that is not running yet. */
  settings?: PostgresSettings;
  /** The folder of another package with PostgreSQL than the installed one. */
  packageFolder?: string;
}

// Every program that uses the server holds this advisory lock in shared mode; who gets it exclusively may stop the server.
const USERS_LOCK = '1936682851, 1';
const STOP_TIMEOUT_MS = 4000;
const QUERY_TIMEOUT_MS = 4000;

/**
 * Starts the PostgreSQL of a data folder, or connects to the one that is running there (of another program, or left by a
 * killed one), and starts it again whenever it ends. See docs/decisions/0008-embedded-postgresql.md.
 * @param dataDir an absolute path; the database is in its folder `pg`
 * @throws {StartupError} when the database cannot be created or started
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { progress, settings = {}, packageFolder }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const folder = openDatabaseFolder(dataDir, progress);
  let found: Binaries | undefined;
  const binaries = () => {
    found ??= findBinaries(folder.owner, progress, packageFolder);
    return found;
  };
  await initDatabase(folder, binaries, progress);
  const superuser = toSuperuserConnection(
    folder,
    readPassword(folder, () => binaries().major),
  );
  const connection = toApplicationConnection(superuser);

  const stopped = new AbortController();
  let reconnecting: Promise<void> | undefined;
  let lockHolder = await connectAndWatch();

  async function connectAndWatch() {
    const client = await connectAsUser(folder, connection, {
      ensure: () => ensureRunning(folder, superuser, binaries, settings, progress),
      prepare: () => prepareApplicationRole(superuser),
    });
    client.once('end', () => {
      if (!stopped.signal.aborted) reconnecting = reconnect();
    });
    return client;
  }

  async function reconnect() {
    progress('PostgreSQL went away: starting it again');
    let lastMessage = '';
    for (let wait = 50; !stopped.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      try {
        lockHolder = await connectAndWatch();
        return progress('PostgreSQL is back');
      } catch (error) {
        const { message } = error as Error;
        if (message !== lastMessage) progress(`PostgreSQL does not come back yet: ${message}`);
        lastMessage = message;
        await delay(wait, undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
  }

  return {
    connection,
    async stop() {
      if (stopped.signal.aborted) return;
      stopped.abort();
      await reconnecting;
      await disconnect(folder, lockHolder);
    },
  };
}

/**
 * Connects and takes the shared lock, which prevents other programs from stopping the server.
 * @param server.ensure starts the server if it does not run
 * @param server.prepare makes the connection possible
 */
async function connectAsUser(
  folder: DatabaseFolder,
  connection: SocketConnection,
  { ensure, prepare }: { ensure: () => Promise<void>; prepare: () => Promise<void> },
): Promise<pg.Client> {
  for (let attempt = 0; attempt < 100; attempt++) {
    await ensure();
    const client = new pg.Client({
      ...connection,
      application_name: 'socal-local user',
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    client.on('error', () => {});
    try {
      await prepare();
      await client.connect();
      if (await tryLock(client, 'pg_try_advisory_lock_shared')) return client;
    } catch (error) {
      if (error instanceof StartupError) throw error;
      // The server ended between the check and the connection: try again.
    }
    // The last user is stopping the server: wait for its end, then start it again.
    await client.end().catch(() => {});
    await delay(100);
  }
  throw new StartupError(`PostgreSQL in ${folder.data} is being stopped by another program and does not end.`);
}

/** Stops the server if no other program uses it. Counting connections instead would race with a new one. */
async function disconnect(folder: DatabaseFolder, client: pg.Client) {
  try {
    await client.query(`select pg_advisory_unlock_shared(${USERS_LOCK})`);
    if (await tryLock(client, 'pg_try_advisory_lock')) {
      const pid = findRunningPid(folder);
      // SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for every client.
      if (pid !== undefined) sendSignal(pid, 'SIGINT');
      for (const deadline = Date.now() + STOP_TIMEOUT_MS; findRunningPid(folder) === pid && pid !== undefined; ) {
        if (Date.now() > deadline) break;
        await delay(10);
      }
    }
  } catch {
    // The connection broke, so the server has ended.
  } finally {
    await client.end().catch(() => {});
  }
}

async function tryLock(client: pg.Client, attempt: 'pg_try_advisory_lock_shared' | 'pg_try_advisory_lock') {
  const { rows } = await client.query<{ locked: boolean }>(`select ${attempt}(${USERS_LOCK}) as locked`);
  return rows[0]?.locked === true;
}
