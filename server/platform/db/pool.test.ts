import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import {
  answerQueries,
  forwardToTestServer,
  startStoppableServer,
  startTcpServer,
  type TcpServer,
  withHosts,
} from '#tests/support/servers/tcp-server.ts';
import { queryTestServer } from '#tests/support/test-server.ts';
import { type Database, openDatabase } from './open.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('empty');
});
afterAll(() => database.drop());

/** Opens the database by way of these servers. */
async function openOn(...servers: TcpServer[]): Promise<Database> {
  const opened = await openDatabase({ DATA_DIR: '', DATABASE_URL: withHosts(servers, database.name) });
  onTestFinished(async () => {
    await opened.close();
    for (const { close } of servers) close();
  });
  return opened;
}

const selectOne = ({ db }: Pick<Database, 'db'>) => sql`select 1 as one`.execute(db).then(({ rows }) => rows);

test('when the server is gone, the next one is used without a failure', async () => {
  const [first, second] = [await startTcpServer(forwardToTestServer), await startTcpServer(forwardToTestServer)];
  const opened = await openOn(first, second);
  expect(await selectOne(opened)).toEqual([{ one: 1 }]);
  first.close();
  await expect.poll(() => selectOne(opened).catch(() => null)).toEqual([{ one: 1 }]);
  expect(opened.connection.connectionString).toContain(second.host);
});

test('a server that only reads is passed over', async () => {
  const first = await startTcpServer(forwardToTestServer);
  const standby = await startTcpServer(answerQueries({ transaction_read_only: 'on' }));
  const third = await startTcpServer(forwardToTestServer);
  const opened = await openOn(first, standby, third);
  first.close();
  await expect.poll(() => selectOne(opened).catch(() => null)).toEqual([{ one: 1 }]);
  expect(opened.connection.connectionString).toContain(third.host);
});

test('a connection that refuses to write is not used again', async () => {
  const opened = await openOn(await startTcpServer(forwardToTestServer));
  const write = opened.db.connection().execute(async (db) => {
    await sql`set default_transaction_read_only = on`.execute(db);
    await sql`delete from settings`.execute(db);
  });
  await expect(write).rejects.toSatisfy(isDatabaseUnavailable);
  for (let i = 0; i < 12; i++) await sql`delete from settings`.execute(opened.db);
});

test('queries without a response fail when all connections are ended, and the next ones use the next server', async () => {
  const first = await startStoppableServer();
  const opened = await openOn(first, await startTcpServer(forwardToTestServer));
  await selectOne(opened);
  first.stop();
  const pending = selectOne(opened);
  opened.disconnect();
  await expect(pending).rejects.toSatisfy(isDatabaseUnavailable);
  expect(await selectOne(opened)).toEqual([{ one: 1 }]);
});

test('queries that wait for a connection fail when all connections are ended', async () => {
  const server = await startStoppableServer();
  const opened = await openOn(server);
  await selectOne(opened);
  server.stop();
  opened.disconnect();
  await expect.poll(() => opened.getPoolUsage()).toEqual({ used: 0, idle: 0, waiting: 0 });
  const pending = selectOne(opened);
  await expect.poll(() => opened.getPoolUsage().used).toBe(1);
  opened.disconnect();
  await expect(pending).rejects.toSatisfy(isDatabaseUnavailable);
  expect(opened.getPoolUsage()).toEqual({ used: 0, idle: 0, waiting: 0 });
});

test.runIf(isLongRun)(
  'a query without a response fails after 15 seconds, and the next one uses the next server',
  async () => {
    const first = await startStoppableServer();
    const opened = await openOn(first, await startTcpServer(forwardToTestServer));
    await selectOne(opened);
    first.stop();
    await expect(selectOne(opened)).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await selectOne(opened)).toEqual([{ one: 1 }]);
  },
);

test.runIf(isLongRun)('while the server does not respond, one query waits and the others fail at once', async () => {
  const server = await startStoppableServer();
  const opened = await openOn(server);
  await selectOne(opened);
  server.stop();
  opened.disconnect();
  await expect(selectOne(opened)).rejects.toSatisfy(isDatabaseUnavailable);
  const failed: string[] = [];
  const select = (name: string) => selectOne(opened).catch(() => failed.push(name));
  await Promise.all(['first', 'second', 'third'].map(select));
  expect(failed).toHaveLength(3);
  expect(failed.at(-1)).toBe('first');
});

test.runIf(isLongRun)('a statement without a timeout may take longer', async () => {
  const opened = await openOn(await startTcpServer(forwardToTestServer));
  const slept = opened.db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    return (await sql`select pg_sleep(17), 1 as one`.execute(trx)).rows.length;
  });
  expect(await slept).toBe(1);
});

test('a process waits for its own connections when the server has none left', async () => {
  const { env, name, drop } = await createTestDatabase('empty');
  const opened = await openDatabase(env);
  await queryTestServer(`alter database ${name} connection limit 3`);
  const sleeps = Array.from({ length: 20 }, () => sql`select pg_sleep(0.02)`.execute(opened.db));
  await expect(Promise.all(sleeps)).resolves.toHaveLength(20);
  await opened.close();
  await drop();
});

test('a process has at most DATABASE_POOL connections', async () => {
  const opened = await openDatabase({ ...database.env, DATABASE_POOL: 3 });
  const pids = await Promise.all(
    Array.from({ length: 10 }, () =>
      sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.01)`.execute(opened.db),
    ),
  );
  expect(new Set(pids.map(({ rows }) => rows[0]?.pid)).size).toBe(3);
  await opened.close();
});
