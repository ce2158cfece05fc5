import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { listUploads } from '#server/import/uploads/uploads.ts';
import { assertListingsPayable } from '#server/payments/orders.ts';
import { findAccountPayment } from '#server/payments/read/account-payments.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { openDatabaseAt } from '#tests/support/database-clock.ts';

// The clock of this machine is an hour ahead of that of the database.
const HOUR_MS = 3_600_000;
const databaseTime = Date.now() - HOUR_MS;
const minutesLater = (minutes: number) => new Date(databaseTime + minutes * 60_000);

const database = await createTestDatabase();
const late = await openDatabaseAt(database, new Date(databaseTime).toISOString());
afterAll(async () => {
  await late.close();
  await database.drop();
});
const { db } = late;
const { id: accountId } = await makeAccount(db);
const rules = { gazetteer: await openGazetteer(db), settings: { licenseRequired: false } };

it('A paid level runs until its end by the clock of the database', async () => {
  const paid = { owner_id: accountId, level: 'premium', paid_until: minutesLater(30) } as const;
  const { id: listingId } = await makeListing(db, paid);
  const check = () => assertListingsPayable(db, rules, { accountId, plan: 'enhanced', listingIds: [listingId] });
  await expect(check()).rejects.toThrow('already Premium');
  await db
    .updateTable('listings')
    .set({ paid_until: minutesLater(-1) })
    .where('id', '=', listingId)
    .execute();
  expect((await check()).map(({ id }) => id)).toEqual([listingId]);
});

it('A refund can be requested for seven days by the clock of the database', async () => {
  const paidAt = minutesLater(30 - 7 * 24 * 60);
  const { id } = await db
    .insertInto('payments')
    .values({
      ...{ account_id: accountId, username: 'poppy', plan: 'monthly', level: 'premium', months: 1, mode: 'simulated' },
      ...{ amount_cents: 10_000, status: 'paid', receipt_number: 1, paid_at: paidAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const read = () => findAccountPayment(db, { cards: { mode: 'simulated' } as never }, accountId, id);
  expect((await read()).refundableUntil).toBe(minutesLater(30).toISOString());
  await db
    .updateTable('payments')
    .set({ paid_at: minutesLater(-1 - 7 * 24 * 60) })
    .where('id', '=', id)
    .execute();
  expect((await read()).refundableUntil).toBeNull();
});

it('An import says by the clock of the database how long it will take', async () => {
  await db
    .insertInto('import_uploads')
    .values({
      ...{ file: 'places.csv', key: 'a'.repeat(32), size: 1000, received: 1000, state: 'dry-run', bytes_read: 500 },
      ...{ begun_at: minutesLater(-1), alive_at: sql`now()` },
    })
    .execute();
  expect(await listUploads(db)).toMatchObject([{ progress: { share: 0.5, secondsLeft: 60 } }]);
});
