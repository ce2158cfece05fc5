import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { forwardToTestServer, startTcpServer, withHosts } from '#tests/support/servers/tcp-server.ts';
import { startTransactionPooler } from '#tests/support/servers/transaction-pooler.ts';
import { joinDatabase, openDatabase, waitForPooler } from './open.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('empty');
});
afterAll(() => database.drop());

async function startPooler(options?: { refuses?: string }): Promise<string> {
  const pooler = await startTransactionPooler(database.name, options);
  onTestFinished(pooler.close);
  return withHosts([pooler], database.name);
}

test.each([
  ['a pooler that gives transactions other sessions', {}],
  ['a pooler that refuses the parameters of a session', { refuses: 'options' }],
])('%s is refused without a direct address', async (_what, options) => {
  const url = await startPooler(options);
  const opening = openDatabase({ DATA_DIR: '', DATABASE_URL: url });
  await expect(opening).rejects.toThrow(/^DATABASE_URL: .* is a connection pooler\. Set DATABASE_DIRECT_URL to/);
  await expect(opening).rejects.not.toThrow(new URL(url).password);
});

test('a pooler is refused as the direct address', async () => {
  const url = await startPooler();
  const opening = openDatabase({ DATA_DIR: '', DATABASE_URL: url, DATABASE_DIRECT_URL: url });
  await expect(opening).rejects.toThrow(/^DATABASE_DIRECT_URL: .* is a connection pooler/);
});

test('a pooler that loses prepared statements is refused', async () => {
  const env = { DATABASE_URL: await startPooler(), DATABASE_DIRECT_URL: database.env.DATABASE_URL };
  await expect(waitForPooler(env)).rejects.toThrow('Use PgBouncer 1.21 or newer with max_prepared_statements = 200.');
});

test('a direct address of another database is refused', async () => {
  const [one, other] = [await createTestDatabase('empty'), await createTestDatabase('empty')];
  onTestFinished(one.drop);
  onTestFinished(other.drop);
  const wait = (pooled: TestDatabase, direct: TestDatabase) =>
    waitForPooler({ DATABASE_URL: pooled.env.DATABASE_URL, DATABASE_DIRECT_URL: direct.env.DATABASE_URL });
  await expect(wait(one, other)).rejects.toThrow(
    /^DATABASE_URL: sessions of the pooler .* lack settings of their role/,
  );
  await expect(wait(other, one)).rejects.toThrow(/^DATABASE_DIRECT_URL: .* is not the database behind DATABASE_URL/);
});

test('through a pooler no parameter of a session is sent, and work that needs a session goes elsewhere', async () => {
  const seen: string[] = [];
  const recorder = await startTcpServer((socket) => {
    socket.once('data', (startup) => seen.push(startup.toString()));
    forwardToTestServer(socket);
  });
  onTestFinished(recorder.close);
  const env = { DATABASE_URL: withHosts([recorder], database.name), DATABASE_DIRECT_URL: database.env.DATABASE_URL };
  const joined = joinDatabase(env, {});
  onTestFinished(joined.close);
  await joined.db.selectFrom('settings').select('key').execute();
  await joined.direct.selectFrom('settings').select('key').execute();
  expect(seen).toHaveLength(1);
  expect(seen[0]).not.toMatch(/options|timeout/);
  expect(joined.connection.connectionString).not.toContain(recorder.host);
});
