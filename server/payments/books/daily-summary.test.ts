import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ledger } from '#server/platform/db/schema.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { explain } from '#tests/support/explain.ts';
import { dailyStatesQuery } from './daily-summary.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);

let administrator: Visitor;
beforeAll(async () => {
  administrator = await api.signedInVisitor((await makeAccount(db, { id: 1 })).id);
});

const summarize = async (month: string) => {
  const { status, body } = await administrator.get(`/api/admin/payments/summary?month=${month}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

const order = { username: 'ana', plan: 'monthly', level: 'premium', months: 1, amount_cents: 10_000 } as const;
const early = { created_at: '2025-06-01T12:00:00Z' };
const addPayment = async (mode: 'live' | 'simulated', fields: object = {}) =>
  (
    await db
      .insertInto('payments')
      .values({ ...order, mode, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const addEntry = (payment_id: number, at: string, kind: Ledger['kind'], amount_cents: number, currency = 'usd') =>
  db
    .insertInto('ledger')
    .values({ payment_id, at, kind, amount_cents, currency, provider_id: `entry-${amount_cents}-${at}` })
    .execute();

it('a month has its days in Los Angeles, with the number and the cents of each state, of the running mode alone', async () => {
  const [id, live] = [await addPayment('simulated', early), await addPayment('live', early)];
  // Daylight saving time ends on November 1: November begins at 07:00 UTC and ends at 08:00.
  await addEntry(id, '2026-11-01T06:59:59Z', 'charge', 10_001);
  await addEntry(id, '2026-11-01T07:00:00Z', 'charge', 10_003);
  await addEntry(id, '2026-11-02T07:59:59Z', 'charge', 27_041);
  await addEntry(id, '2026-11-02T08:00:00Z', 'refund', -3347);
  await addEntry(id, '2026-11-02T09:00:00Z', 'refund', -1109);
  await addEntry(id, '2026-11-02T10:00:00Z', 'refund-failed', 1109);
  await addEntry(id, '2026-12-01T07:59:59Z', 'dispute', -27_041);
  await addEntry(id, '2026-12-01T07:59:59Z', 'dispute-won', 27_041);
  await addEntry(id, '2026-12-01T08:00:00Z', 'refund', -555);
  await addEntry(id, '2026-11-02T20:00:00Z', 'charge', 700, 'eur');
  await addEntry(live, '2026-11-02T20:00:00Z', 'charge', 90_000);
  const unpaid = { created_at: '2026-11-02T20:00:00Z', amount_cents: 8999 };
  await addPayment('simulated', { ...unpaid, status: 'canceled' });
  await addPayment('simulated', { ...unpaid, status: 'open', amount_cents: 4999 });
  await addPayment('simulated', { ...unpaid, created_at: '2026-12-01T08:00:00Z', status: 'canceled' });
  await addPayment('live', { ...unpaid, status: 'canceled' });
  expect(await summarize('2026-11')).toEqual({
    month: '2026-11',
    days: [
      { date: '2026-11-01', states: [{ state: 'charge', count: 2, cents: 37_044 }] },
      {
        date: '2026-11-02',
        states: [
          { state: 'refund', count: 2, cents: 4456 },
          { state: 'refund-failed', count: 1, cents: 1109 },
          { state: 'open', count: 1, cents: 4999 },
          { state: 'canceled', count: 1, cents: 8999 },
        ],
      },
      {
        date: '2026-11-30',
        states: [
          { state: 'dispute', count: 1, cents: 27_041 },
          { state: 'dispute-won', count: 1, cents: 27_041 },
        ],
      },
    ],
  });
  expect((await summarize('2026-10')).days).toEqual([
    { date: '2026-10-31', states: [{ state: 'charge', count: 1, cents: 10_001 }] },
  ]);
  expect((await summarize('2026-12')).days).toMatchObject([
    { date: '2026-12-01', states: [{ state: 'refund', cents: 555 }, { state: 'canceled' }] },
  ]);
});

it('an empty month has no days, and what is no month is refused', async () => {
  expect(await summarize('2024-02')).toEqual({ month: '2024-02', days: [] });
  for (const month of ['2026-00', '2026', 'now'])
    expect((await administrator.get(`/api/admin/payments/summary?month=${month}`)).status, month).toBe(400);
});

it('a month is read by the indexes of its times', async () => {
  const plan = await db.transaction().execute(async (trx) => {
    // A table of a few rows is read whole, whatever indexes it has.
    await trx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'));
    return (await explain(trx, dailyStatesQuery('live', '2026-03').compile(trx))).join('\n');
  });
  expect(plan).toContain('ledger_at');
  expect(plan).toContain('payments_unpaid');
});
