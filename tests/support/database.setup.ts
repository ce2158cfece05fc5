import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { SocketConnection } from '#server/platform/db/embedded/server.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { createApp } from '#server/site/app.ts';
import { loadGazetteer } from '#server/site/seed/gazetteer.ts';
import { getDatabaseUrl, TEMPLATES } from './database.ts';
import { getFastTempFolder } from './fast-temp-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The role of the program, which may create databases here. */
    postgres: SocketConnection;
    superuser: SocketConnection;
    /** The folder for data that the run prepares; removed at its end. */
    runFolder: string;
  }
}

/** Starts one PostgreSQL for the whole run, with the templates of the test databases, and removes it at the end. */
export default async function setUp(project: TestProject) {
  const dataDir = mkdtempSync(join(getFastTempFolder(), 'socal-local-tests-'));
  chmodSync(dataDir, 0o755);
  const settings = {
    // The data need not survive a crash, so nothing has to be flushed. Commits are synchronous all the same: `vacuum` marks no rows of
    // asynchronous ones as visible to all transactions, which index-only scans need, until the log has been written.
    fsync: 'off',
    full_page_writes: 'off',
    // Statistics that change in the background would change query plans: tests of plans analyze their tables themselves.
    autovacuum: 'off',
    max_connections: '200',
  };
  const { connection, stop } = await startEmbeddedPostgres(dataDir, { progress: () => {}, settings });
  const watcher = stopWithRunner(dataDir);
  const superuser = {
    ...connection,
    user: 'postgres',
    password: readFileSync(join(dataDir, 'pg/data/password'), 'utf8'),
  };
  await allowTestDatabases(superuser, connection);
  await makeTemplates(connection);
  project.provide('postgres', connection);
  project.provide('superuser', superuser);
  project.provide('runFolder', dataDir);

  return async () => {
    await stop();
    watcher.kill();
    rmSync(dataDir, { recursive: true });
  };
}

/** Stops the server even if the runner is killed, which closes the pipe to this watcher. */
function stopWithRunner(dataDir: string) {
  const last = 'cat >/dev/null; kill -INT "$(head -n 1 "$0/pg/data/postmaster.pid")"; sleep 1; rm -rf "$0"';
  const watcher = spawn('/bin/sh', ['-c', last, dataDir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watcher.unref();
  return watcher;
}

async function allowTestDatabases(superuser: SocketConnection, { user, password }: SocketConnection) {
  const client = new pg.Client(superuser);
  await client.connect();
  await client.query(`alter role ${user} createdb; grant pg_checkpoint to ${user}`);
  // The client repeats a hash for each connection as often as the stored password says: 4096 times by default, which takes
  // 1.5 ms.
  await client.query('set scram_iterations = 1');
  await client.query(`alter role ${user} password ${client.escapeLiteral(password)}`);
  await client.end();
}

async function makeTemplates(connection: SocketConnection) {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`create database ${TEMPLATES.empty}`);
  const empty = await openDatabase({ DATA_DIR: '', DATABASE_URL: getDatabaseUrl(connection, TEMPLATES.empty) });
  await empty.close();
  await client.query(`create database ${TEMPLATES.gazetteer} template ${TEMPLATES.empty} strategy file_copy`);
  await client.end();
  const loaded = await openDatabase({ DATA_DIR: '', DATABASE_URL: getDatabaseUrl(connection, TEMPLATES.gazetteer) });
  await loadGazetteer(loaded.db);
  // The first start of the app creates the schema of the job queue.
  const { http } = await createApp({ env: readEnv({ LOG_LEVEL: 'silent', GEOCODER_URL: '' }), db: loaded.db });
  await http.close();
  await loaded.close();
}
