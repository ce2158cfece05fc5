import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CannotStart } from '../cannot-start.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { type Folder, openFolder } from './folder.ts';
import { initialise, readPassword } from './init.ts';
import { kill, runningPid } from './process.ts';
import { connectionTo, ensureRunning, type Settings, type SocketConnection } from './server.ts';

/** A PostgreSQL that this program and others on the same folder share. */
export interface Embedded {
  connection: SocketConnection;
  /** Leaves the server, and stops it when nobody else uses it. Waits 4 s at most for that, and lets it end by itself after. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Hears what is being done, one line at a time. */
  progress: (line: string) => void;
  /** PostgreSQL settings for a server that is started now. */
  settings?: Settings;
}

// Every program that uses the server holds this advisory lock, shared; whoever gets it alone may stop the server.
const USERS_LOCK = '1936682851, 1';
const STOP_MS = 4000;
const ANSWER_MS = 4000;

/**
 * Starts the PostgreSQL of a data folder, or joins the one that runs there already (left by a killed program, or shared
 * with a running one), and starts it again whenever it goes. See `docs/decisions/0008-embedded-postgresql.md`.
 * @param dataDir an absolute path; the database lies in its folder `pg`
 * @throws {CannotStart}
 */
export async function startEmbedded(dataDir: string, { progress, settings = {} }: EmbeddedOptions): Promise<Embedded> {
  const folder = openFolder(dataDir, progress);
  let found: Binaries | undefined;
  const binaries = () => {
    found ??= findBinaries(folder.owner, progress);
    return found;
  };
  await initialise(folder, binaries, progress);
  const connection = connectionTo(
    folder,
    readPassword(folder, () => binaries().major),
  );

  const stopped = new AbortController();
  let rejoining: Promise<void> | undefined;
  let membership = await joinAndWatch();

  async function joinAndWatch() {
    const client = await join(folder, connection, () =>
      ensureRunning(folder, connection, binaries, settings, progress),
    );
    client.once('end', () => {
      if (!stopped.signal.aborted) rejoining = rejoin();
    });
    return client;
  }

  async function rejoin() {
    progress('PostgreSQL went away: starting it again');
    let told = '';
    for (let wait = 50; !stopped.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      try {
        membership = await joinAndWatch();
        return progress('PostgreSQL is back');
      } catch (error) {
        const { message } = error as Error;
        if (message !== told) progress(`PostgreSQL does not come back yet: ${message}`);
        told = message;
        await pause(wait, undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
  }

  return {
    connection,
    async stop() {
      if (stopped.signal.aborted) return;
      stopped.abort();
      await rejoining;
      await leave(folder, membership);
    },
  };
}

/** Registers as a user of the server, which keeps others from stopping it. */
async function join(folder: Folder, connection: SocketConnection, ensure: () => Promise<void>): Promise<pg.Client> {
  for (let attempt = 0; attempt < 100; attempt++) {
    await ensure();
    const client = new pg.Client({
      ...connection,
      application_name: 'socal-local user',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      if (await lock(client, 'pg_try_advisory_lock_shared')) return client;
    } catch {
      // It went between the look and the connection: look again.
    }
    // The last user is stopping it: wait for that, then start it anew.
    await client.end().catch(() => {});
    await pause(100);
  }
  throw new CannotStart(`PostgreSQL in ${folder.data} is being stopped by another program and does not end.`);
}

/** Stops the server if no other program uses it. Counting connections instead would race with one that comes. */
async function leave(folder: Folder, client: pg.Client) {
  try {
    await client.query(`select pg_advisory_unlock_shared(${USERS_LOCK})`);
    if (await lock(client, 'pg_try_advisory_lock')) {
      const pid = runningPid(folder);
      // SIGINT is PostgreSQL's fast stop; SIGTERM would wait for every client.
      if (pid !== undefined) kill(pid, 'SIGINT');
      for (const until = Date.now() + STOP_MS; runningPid(folder) === pid && pid !== undefined; ) {
        if (Date.now() > until) break;
        await pause(10);
      }
    }
  } catch {
    // The connection is gone, and the server with it.
  } finally {
    await client.end().catch(() => {});
  }
}

async function lock(client: pg.Client, attempt: 'pg_try_advisory_lock_shared' | 'pg_try_advisory_lock') {
  const { rows } = await client.query<{ locked: boolean }>(`select ${attempt}(${USERS_LOCK}) as locked`);
  return rows[0]?.locked === true;
}
