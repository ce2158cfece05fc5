import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createTestApi } from '../../tests/support/api.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);

const change = (key: string) => sql`update settings set value = to_jsonb(now()) where key = ${key}`;
for (const key of ['one', 'other']) await sql`insert into settings values (${key}, '0')`.execute(db);
const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();

// Two changes that wait for each other: PostgreSQL ends that of the request, which has waited first.
api.http.post('/api/deadlock', () =>
  db.transaction().execute(async (trx) => {
    await change('one').execute(trx);
    begun();
    await mayGoOn;
    await change('other').execute(trx);
  }),
);
api.http.post('/api/serialization-failure', () =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`select from settings`.execute(trx);
      await change('one').execute(db);
      await change('one').execute(trx);
    }),
);

const busy = { status: 503, body: { message: expect.stringMatching(/^The site is busy\. Please try again/) } };

it('A change that PostgreSQL ends because it waits for another one, which waits for it, is 503', async () => {
  const response = api.visitor().post('/api/deadlock', {});
  await hasBegun;
  await db.transaction().execute(async (trx) => {
    await change('other').execute(trx);
    goOn();
    await sql`select pg_sleep(0.1)`.execute(trx);
    await change('one').execute(trx);
  });
  const { status, body, headers } = await response;
  expect({ status, body }).toMatchObject(busy);
  expect(headers['retry-after']).toBe('5');
});

it('A change of what another transaction has changed meanwhile is 503', async () => {
  expect(await api.visitor().post('/api/serialization-failure', {})).toMatchObject(busy);
});
