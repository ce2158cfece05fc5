import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { ALL_KEYS, invalidate } from '#server/platform/db/invalidate.ts';
import { createTestDatabase, getDatabaseUrl, type TestDatabase } from '#tests/support/database.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { answerQueries, startStoppableServer, startTcpServer, withHosts } from '#tests/support/servers/tcp-server.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { type InvalidationListener, listenForInvalidations } from './invalidation-listener.ts';

let database: TestDatabase;
let listener: InvalidationListener;
let received: string[][] = [];
let connections: boolean[] = [];
const onKeys = (keys: string[]) => received.push(keys);
const onConnection = (isConnected: boolean) => void connections.push(isConnected);
beforeAll(async () => {
  database = await createTestDatabase('empty');
});
afterEach(() => listener.close());
afterAll(() => database.drop());

async function listen() {
  received = [];
  connections = [];
  listener = listenForInvalidations(database, onKeys, onConnection);
  await vi.waitFor(() => expect(received).toEqual([[ALL_KEYS]]), scaleTimeout(5000));
}

test('the invalidations of a transaction are received when it commits, and not when it rolls back', async () => {
  await listen();
  const rolledBack = database.db.transaction().execute(async (trx) => {
    await invalidate(trx, ['never']);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await database.db.transaction().execute(async (trx) => {
    await invalidate(trx, ['listing:12', 'city:irvine']);
    await delay(50);
    expect(received).toHaveLength(1);
  });
  await vi.waitFor(() => expect(received.slice(1)).toEqual([['listing:12', 'city:irvine']]), scaleTimeout(5000));
});

test('after a lost connection everything is invalidated', async () => {
  await listen();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'socal-local listen' and datname = current_database()`.execute(database.db);
  await vi.waitFor(() => expect(received.slice(1)).toEqual([[ALL_KEYS]]), scaleTimeout(5000));
  expect(connections.slice(0, 3)).toEqual([false, true, false]);
  await expect.poll(() => connections.slice(3)).toEqual([true]);
  await invalidate(database.db, ['recent']);
  await vi.waitFor(() => expect(received.slice(2)).toEqual([['recent']]), scaleTimeout(5000));
});

test('a database that is created later is connected then', async () => {
  const name = `later_${process.pid}`;
  received = [];
  const connection = { connectionString: getDatabaseUrl(inject('postgres'), name) };
  listener = listenForInvalidations({ connection, disconnect: () => {} }, onKeys);
  await delay(100);
  expect(received).toEqual([]);

  const admin = new pg.Client(inject('postgres'));
  await admin.connect();
  await admin.query(`create database ${name}`);
  await vi.waitFor(() => expect(received).toEqual([[ALL_KEYS]]), scaleTimeout(10_000));
  await listener.close();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

test('a connection that never gets its own notification does not count', async () => {
  const server = await startTcpServer(answerQueries({ answer: 'yes' }));
  received = [];
  connections = [];
  const connection = { connectionString: server.url };
  listener = listenForInvalidations({ connection, disconnect: () => {} }, onKeys, onConnection);
  await delay(300);
  expect({ received, connections }).toEqual({ received: [], connections: [false] });
  server.close();
});

test.runIf(isLongRun)('when the server does not respond, the connections of the pool end too', async () => {
  const server = await startStoppableServer();
  let disconnections = 0;
  connections = [];
  const connection = { connectionString: withHosts([server], database.name) };
  const disconnect = () => {
    disconnections += 1;
  };
  listener = listenForInvalidations({ connection, disconnect }, onKeys, onConnection);
  await expect.poll(() => connections).toEqual([false, true]);
  server.stop();
  await expect.poll(() => disconnections, { timeout: scaleTimeout(20_000) }).toBe(1);
  expect(connections).toEqual([false, true, false]);
  server.close();
});
