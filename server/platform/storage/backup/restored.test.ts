import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { connectSession } from '#server/platform/db/dump/load.ts';
import { confirmRestored, markRestored } from '#server/platform/settings/restored.ts';
import { createSchedule, type ScheduleDeps, selectForCopies } from '#server/site/schedule.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';

const database = await createTestDatabase();
const client = await connectSession(database.connection);
await markRestored(client, '2026-11-23T21-05-00-000Z');
await client.end();
afterAll(() => database.drop());

const countWaiting = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pgboss.job where name = 'mail' and state = 'created'`.execute(database.db);
  return rows[0]?.count;
};

it('A restored copy says so, queues emails without sending them, and takes no payments until it is confirmed', async () => {
  await sql`insert into pgboss.job (name, data, retry_limit) values ('mail', ${JSON.stringify({ id: 'poppy', to: 'poppy@mail.example', subject: 'Hi', text: 'Hi' })}, 3)`.execute(
    database.db,
  );
  const lines: string[] = [];
  const copy = await createTestApi({ database, log: { write: (line) => void lines.push(line) } });
  expect(lines.join('')).toContain('this is a copy, restored from the backup 2026-11-23T21-05-00-000Z');
  await makeAccount(database.db, { id: 1 });
  await makeAccount(database.db, { email: 'poppy@mail.example' });
  await copy.visitor().post('/api/password-resets', { email: 'poppy@mail.example' });
  await expect.poll(() => lines.join('')).toContain('A restored copy of the site sends no emails');
  expect((await copy.get('/api/payments/config')).body.mode).toBe('closed');
  expect(await countWaiting()).toBe(1);
  const administrator = await copy.signedInVisitor(1);
  const backup = '2026-11-23T21-05-00-000Z';
  expect((await administrator.get('/api/admin/site')).body).toMatchObject({
    restored: { at: expect.any(String), backup },
  });
  expect(copy.emails).toEqual([]);
  await copy.close();

  expect(await confirmRestored(database.db)).toBe(true);
  expect(await confirmRestored(database.db)).toBe(false);
  const site = await createTestApi({ database });
  expect(await site.waitForEmail('poppy@mail.example')).toMatchObject({ subject: 'Hi' });
  expect((await (await site.signedInVisitor(1)).get('/api/admin/site')).body).toMatchObject({ restored: null });
  await site.close();
});

it('A copy runs no task that reaches people, the payment provider or the files of the site', () => {
  const tasks = createSchedule({} as ScheduleDeps);
  const left = Object.keys(tasks).filter((name) => !(name in selectForCopies(tasks)));
  expect(left).toEqual(
    expect.arrayContaining([
      'delete-orphaned-files',
      'reconcile-payments',
      'send-search-alerts',
      'send-weekly-summaries',
    ]),
  );
  expect(Object.keys(selectForCopies(tasks)).filter((name) => /send|reconcile/.test(name))).toEqual([]);
});
