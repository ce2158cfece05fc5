import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openDatabase } from './open.ts';
import { forgetStatementNames } from './pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(forgetStatementNames);

async function one<T>(query: ReturnType<typeof sql<T>>): Promise<T | undefined> {
  return (await query.execute(database.db)).rows[0];
}

test('ids and counts are numbers, also in arrays', async () => {
  expect(await one(sql`select 42::bigint as id, array[1, null, 3]::bigint[] as ids, count(*) from counties`)).toEqual({
    id: 42,
    ids: [1, null, 3],
    count: 8,
  });
});

test('sessions are in UTC and statements are canceled after ten seconds', async () => {
  expect(
    await one(sql`select current_setting('timezone') as zone, current_setting('statement_timeout') as timeout`),
  ).toEqual({
    zone: 'UTC',
    timeout: '10s',
  });
});

test.each([
  ['read a file', sql`select pg_read_file('/etc/hostname')`],
  ['write a file', sql`copy (select 1) to '/tmp/socal-local-test'`],
  ['start a program', sql`copy (select 1) to program 'true'`],
  ['change a setting of the server', sql`alter system set work_mem = '1GB'`],
  ['disable triggers', sql`set session_replication_role = 'replica'`],
  ['create a role', sql`create role other superuser`],
  ['read the passwords of roles', sql`select rolpassword from pg_authid`],
])('a query cannot %s', async (_what, query) => {
  await expect(query.execute(database.db)).rejects.toThrow('permission denied');
});

test('plans of repeated queries are cached, those of bulk queries are not', async () => {
  const prepared = await database.db.connection().execute(async (db) => {
    await db.selectFrom('places').select('id').where('slug', '=', 'irvine').execute();
    await db.selectFrom('places').select('id').where('slug', '=', 'anaheim').execute();
    const many = Array.from({ length: 40 }, (_, index) => `slug-${index}`);
    await db.selectFrom('places').select('id').where('slug', 'in', many).execute();
    await db.insertInto('settings').values({ key: 'test', value: '1' }).execute();
    await db.insertInto('settings').values({ key: 'test-row', value: '1' }).returningAll().execute();
    const rows = Array.from({ length: 20 }, (_, index) => ({ key: `test-${index}`, value: '1' }));
    await db.insertInto('settings').values(rows).execute();
    const statements = sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement ~ '^(select "id" from "places"|insert into "settings")' order by 1 desc`;
    return (await statements.execute(db)).rows;
  });
  expect(prepared.map(({ statement }) => statement)).toEqual([
    'select "id" from "places" where "slug" = $1',
    'insert into "settings" ("key", "value") values ($1, $2)',
  ]);
});

test('a query still works after a migration changed its columns', async () => {
  const read = () => database.db.selectFrom('settings').selectAll().execute();
  await read();
  await sql`alter table settings add column note text default 'new'`.execute(database.db);
  expect((await read())[0]).toHaveProperty('note', 'new');
});

test('a connection that breaks fails only its own transaction', async () => {
  const broken = database.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(database.db);
    await sql`select pg_sleep(0.2)`.execute(database.db);
    await sql`select 1`.execute(trx);
  });
  await expect(broken).rejects.toThrow();
  expect(await one(sql`select 1 as one`)).toEqual({ one: 1 });
});

describe('a database that another release has migrated', () => {
  let other: TestDatabase;
  beforeEach(async () => {
    other = await createTestDatabase('empty');
  });
  afterEach(() => other.drop());

  test('is opened if that one is newer, and a line says so', async () => {
    await sql`insert into schema_migrations values ('9999_future')`.execute(other.db);
    const lines: string[] = [];
    await (await openDatabase(other.env, { progress: (line) => lines.push(line) })).close();
    expect(lines).toEqual([expect.stringContaining('A newer release has migrated the database (9999_future).')]);
  });

  test.each([
    ['has a migration between ours', sql`insert into schema_migrations values ('0000_other')`],
    [
      'has later ones and lacks one of ours',
      sql`update schema_migrations set name = '9999_future' where name ~ '^0001'`,
    ],
  ])('is not opened if it %s', async (_what, change) => {
    await change.execute(other.db);
    await expect(openDatabase(other.env)).rejects.toThrow('migrated by another release (it has ');
  });
});
