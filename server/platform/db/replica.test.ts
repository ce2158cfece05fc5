import { CompiledQuery, type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readEnv } from '#server/platform/env/env.ts';
import { createApp } from '#server/site/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type Database, openDatabase } from './open.ts';
import { createReplica, type Replica } from './replica.ts';
import { type AskRow, measureReplication } from './replication.ts';
import type { DB } from './schema.ts';

// Another database of the same server stands in for the replica: it says how far it is.
let primary: TestDatabase;
let other: TestDatabase;
let standby: Database;
let replica: Replica;
const log = { info: vi.fn(), warn: vi.fn() };

beforeAll(async () => {
  [primary, other] = [await createTestDatabase('empty'), await createTestDatabase('empty')];
  await sql`create schema fake`.execute(other.db);
  await sql`create table fake.replayed (lsn pg_lsn, at timestamptz)`.execute(other.db);
  await sql`create function fake.pg_last_wal_replay_lsn() returns pg_lsn language sql as 'select lsn from fake.replayed'`.execute(
    other.db,
  );
  await sql`create function fake.pg_last_xact_replay_timestamp() returns timestamptz language sql as 'select at from fake.replayed'`.execute(
    other.db,
  );
  await sql`alter database ${sql.ref(other.name)} set search_path = fake, pg_catalog, public`.execute(other.db);
  for (const [{ db }, name] of [[primary, 'primary'] as const, [other, 'replica'] as const])
    await db
      .insertInto('settings')
      .values({ key: 'name', value: JSON.stringify(name) })
      .execute();
});
afterAll(async () => {
  await primary.drop();
  await other.drop();
});
beforeEach(async () => {
  await setReplayed('FFFFFFFF/0');
  standby = await openDatabase(other.env);
  replica = createReplica(primary.db, standby);
  replica.setNotified(true);
  replica.start(log);
});
afterEach(() => replica.close());

async function setReplayed(lsn: string) {
  await sql`delete from fake.replayed`.execute(other.db);
  await sql`insert into fake.replayed values (${lsn})`.execute(other.db);
}

const read = async () => {
  const { value } = await replica.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'name')
    .executeTakeFirstOrThrow();
  return value;
};

/** Resolves when the replica has been asked so often how far it is. */
async function waitForAnswers(count: number) {
  const asked = vi.spyOn(standby.db, 'executeQuery');
  await expect
    .poll(() => asked.mock.settledResults.filter(({ type }) => type === 'fulfilled').length)
    .toBeGreaterThanOrEqual(count);
}

test('after a change the primary is read until the replica has it', async () => {
  expect(await read()).toBe('primary');
  await expect.poll(read).toBe('replica');
  await setReplayed('0/1');
  expect(await read()).toBe('replica');
  replica.noteChange();
  expect(await read()).toBe('primary');
  await waitForAnswers(2);
  expect(await read()).toBe('primary');
  await setReplayed('FFFFFFFF/0');
  await expect.poll(read).toBe('replica');
});

test('a query that begins with a comment, as searches do, is read there', async () => {
  await expect.poll(read).toBe('replica');
  const { rows } = await sql<{ value: string }>`-- without plan cache
    select value from settings where key = 'name'`.execute(replica.db);
  expect(rows).toEqual([{ value: 'replica' }]);
});

test('what fails there is read from the primary', async () => {
  await expect.poll(read).toBe('replica');
  await sql`alter table settings rename to away`.execute(other.db);
  expect(await read()).toBe('primary');
  await sql`alter table away rename to settings`.execute(other.db);
  expect(await read()).toBe('replica');
});

test('when it is lost the primary is read', async () => {
  await expect.poll(read).toBe('replica');
  await sql`alter database ${sql.ref(other.name)} allow_connections false`.execute(primary.db);
  standby.disconnect();
  expect(await read()).toBe('primary');
  await sql`alter database ${sql.ref(other.name)} allow_connections true`.execute(primary.db);
});

test('while changes are not noticed the primary is read', async () => {
  await expect.poll(read).toBe('replica');
  replica.setNotified(false);
  await waitForAnswers(1);
  for (let again = 0; again < 2; again++) expect(await read()).toBe('primary');
});

test('the program reads lists there and a single listing not, and tells it of changes', async () => {
  const { db, drop } = await createTestDatabase();
  const queries = vi.fn();
  const counted = db.withPlugin({
    transformQuery({ node }) {
      queries();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const stub = { ...replica, db: counted, noteChange: vi.fn(), setNotified: vi.fn(), start: vi.fn() };
  const token = 'a-token-of-the-metrics';
  const env = readEnv({ LOG_LEVEL: 'silent', GEOCODER_URL: '', METRICS_TOKEN: token });
  const { http, invalidate, setInvalidationsArrive } = await createApp({ env, db, replica: stub });
  expect(stub.start).toHaveBeenCalled();
  expect((await http.inject('/api/ads/7')).statusCode).toBe(404);
  expect(queries).not.toHaveBeenCalled();
  for (const url of ['/api/ads/recent', '/api/search?q=tacos', '/api/ads?ids=1']) {
    queries.mockClear();
    expect((await http.inject(url)).statusCode).toBe(200);
    expect(queries).toHaveBeenCalled();
  }
  await invalidate(['listing:7']);
  expect(stub.noteChange).toHaveBeenCalledOnce();
  setInvalidationsArrive(false);
  expect(stub.setNotified).toHaveBeenCalledWith(false);
  stub.getState = () => ({ isUp: true, lagSeconds: 0.4 });
  const readMetrics = () => http.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  const { body: current } = await readMetrics();
  expect(current).toMatch(/^replica_up 1$/m);
  expect(current).toMatch(/^replica_lag_seconds 0\.4$/m);
  stub.getState = () => ({ isUp: false, lagSeconds: null });
  const { body } = await readMetrics();
  expect(body).toMatch(/^replica_up 0$/m);
  expect(body).not.toMatch(/^replica_lag_seconds /m);
  await http.close();
  await drop();
});

test('it says whether it is up, and how old what it has is', async () => {
  await expect.poll(read).toBe('replica');
  expect(replica.getState()).toEqual({ isUp: true, lagSeconds: expect.any(Number) });
  await sql`alter database ${sql.ref(other.name)} allow_connections false`.execute(primary.db);
  standby.disconnect();
  replica.noteChange();
  await expect.poll(replica.getState).toEqual({ isUp: false, lagSeconds: null });
  await sql`alter database ${sql.ref(other.name)} allow_connections true`.execute(primary.db);

  const ask =
    (db: Kysely<DB>): AskRow =>
    async (text, values = []) =>
      (await db.executeQuery(CompiledQuery.raw(text, values))).rows[0] as never;
  const measure = (db: Kysely<DB>) => measureReplication({ primary: ask(primary.db), standby: ask(db) }, { maxMs: 0 });
  expect(await measure(primary.db)).toEqual({ fault: 'no standby', lagSeconds: null });
  await setReplayed('0/1');
  expect(await measure(standby.db)).toEqual({ fault: 'behind', lagSeconds: null });
  await sql`update fake.replayed set at = clock_timestamp() - interval '90 s'`.execute(other.db);
  const { fault, lagSeconds } = await measure(standby.db);
  expect(fault).toBe('behind');
  expect(Math.abs((lagSeconds as number) - 90)).toBeLessThan(20);
});

test('nothing is written by way of it', async () => {
  await expect(replica.db.deleteFrom('settings').execute()).rejects.toThrow('Only single queries');
  await expect(replica.db.transaction().execute(async () => {})).rejects.toThrow('Only single queries');
});
