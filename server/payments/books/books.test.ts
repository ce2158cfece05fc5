import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { createPaymentIntent, returnFromPayment } from '#tests/support/payments.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';

const stripe = await startStripeServer();
const api = await createTestApi({ env: stripe.env });
const { db } = api;
afterAll(async () => {
  await api.close();
  await stripe.close();
});

let administrator: Visitor;
beforeAll(async () => {
  administrator = await api.signedInVisitor((await makeAccount(db, { id: 1 })).id);
});

const toSeconds = (time: string) => Date.parse(time) / 1000;

/** Pays 100 dollars at a time, or another amount that only the provider knows; returns the intent and the id of the charge. */
async function pay(at: string, { amount, settled = false }: { amount?: number; settled?: boolean } = {}) {
  // Who has just paid pays again only after a while.
  const account = await makeAccount(db, { business_name: 'Harbor Plumbing' });
  const owner = await api.signedInVisitor(account.id);
  const intent = await createPaymentIntent(owner, { plan: 'monthly' });
  await stripe.pay(intent);
  const id = (await stripe.findObjects('charge', intent.intentId))[0]?.id as string;
  if (settled) await returnFromPayment(owner, intent.intentId);
  await stripe.updateObject(id, { created: toSeconds(at), ...(amount && { amount }) });
  return { intentId: intent.intentId, id, username: account.username };
}

async function refund(intentId: string, at: string, amountCents: number) {
  await stripe.refund(intentId, amountCents);
  const id = (await stripe.findObjects('refund', intentId))[0]?.id as string;
  await stripe.updateObject(id, { created: toSeconds(at), amount: amountCents });
}

/** A dispute takes the amount and a fee; winning it returns the amount alone (https://docs.stripe.com/disputes). */
const dispute = (id: string, charge: string, amount: number, taken: string, won?: string) =>
  stripe.insertObject({
    id,
    object: 'dispute',
    charge,
    amount,
    status: won ? 'won' : 'lost',
    balance_transactions: [
      moved(`txn_${id}_taken`, taken, -amount, 1500, 'dispute'),
      ...(won ? [moved(`txn_${id}_won`, won, amount, 0, 'dispute_reversal')] : []),
    ],
  });
const moved = (id: string, at: string, amount: number, fee: number, reporting_category: string) => ({
  id,
  created: toSeconds(at),
  amount,
  fee,
  reporting_category,
  description: null,
});

const exportMonth = (month: string) => administrator.get(`/api/admin/payments/export?month=${month}`);
async function readBooks(month: string) {
  const { status, body, headers } = await exportMonth(month);
  const text = String(body);
  expect(status, text).toBe(200);
  const rows = text
    .trimEnd()
    .split('\r\n')
    .map((line: string) => (line === '' ? [] : line.split(',').map((cell) => cell.replace(/^"(.*)"$/, '$1'))));
  const end = rows.findIndex((row: string[]) => row.length === 0);
  return {
    headers,
    heading: rows[0] as string[],
    movements: rows.slice(1, end) as string[][],
    sums: Object.fromEntries(rows.slice(end + 2).map(([, kind, ...figures]: string[]) => [kind, figures.slice(0, 4)])),
    sumsHeading: rows[end + 1] as string[],
    text,
  };
}

/** The sums of Stripe's report for a range, computed from the stored objects. */
async function addUpProvider(from: string, until: string) {
  const isIn = ({ created }: { [field: string]: unknown }) =>
    Number(created) >= toSeconds(from) && Number(created) < toSeconds(until);
  const charges = (await stripe.listObjects('charge')).filter(isIn).map(({ amount }) => Number(amount));
  const refunds = (await stripe.listObjects('refund')).filter(isIn).map(({ amount }) => -Number(amount));
  const disputes = (await stripe.listObjects('dispute'))
    .flatMap(({ balance_transactions: all }) => all as { amount: number; fee: number; created: number }[])
    .filter(isIn);
  const add = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const amount = add([...charges, ...refunds, ...disputes.map((one) => one.amount)]);
  const fee = add([...charges.map((one) => Math.round(one * 0.029 + 30)), ...disputes.map((one) => one.fee)]);
  const decimal = (cents: number) => (cents / 100).toFixed(2);
  const count = String(charges.length + refunds.length + disputes.length);
  return [decimal(amount), decimal(fee), decimal(amount - fee), count];
}

describe('The books of a month', { shuffle: false }, () => {
  it('have each charge, refund and dispute in the month of Los Angeles in which it moved, and add up to the provider’s', async () => {
    // The clocks change on March 8, so March begins at 08:00 UTC and ends at 07:00.
    await pay('2026-03-01T07:59:59Z', { amount: 7013 });
    const first = await pay('2026-03-01T08:00:00Z', { settled: true });
    const second = await pay('2026-03-08T10:30:00Z', { amount: 27_041 });
    const third = await pay('2026-04-01T06:59:59Z', { amount: 4999 });
    await pay('2026-04-01T07:00:00Z', { amount: 333 });
    await refund(first.intentId, '2026-03-09T07:00:00Z', 3347);
    await refund(first.intentId, '2026-04-02T12:00:00Z', 1109);
    await dispute('dp_won', second.id, 27_041, '2026-03-12T12:00:00Z', '2026-03-31T23:00:00Z');
    await dispute('dp_lost', third.id, 4999, '2026-04-01T06:59:59Z');
    const { movements, sums, heading, sumsHeading, headers } = await readBooks('2026-03');
    expect(heading[0]).toBe('Date (America/Los_Angeles)');
    expect(movements.map((cells) => cells.slice(0, 6))).toEqual([
      ['2026-03-01 00:00:00', 'charge', '100.00', '3.20', '96.80', '2026-03-03'],
      ['2026-03-08 03:30:00', 'charge', '270.41', '8.14', '262.27', '2026-03-10'],
      ['2026-03-09 00:00:00', 'refund', '-33.47', '0.00', '-33.47', '2026-03-11'],
      ['2026-03-12 05:00:00', 'dispute', '-270.41', '15.00', '-285.41', '2026-03-14'],
      ['2026-03-31 16:00:00', 'dispute_reversal', '270.41', '0.00', '270.41', '2026-04-02'],
      ...movements.slice(5).map((cells) => cells.slice(0, 6)),
    ]);
    expect(movements.slice(5).map((cells) => cells.slice(0, 5))).toEqual(
      expect.arrayContaining([
        ['2026-03-31 23:59:59', 'charge', '49.99', '1.75', '48.24'],
        ['2026-03-31 23:59:59', 'dispute', '-49.99', '15.00', '-64.99'],
      ]),
    );
    expect(movements).toHaveLength(7);
    expect(heading.slice(-4)).toEqual(['Account', 'Business', 'Listing', 'Plan']);
    expect(movements[0]?.slice(-4)).toEqual([first.username, 'Harbor Plumbing', '', 'Premium Monthly']);
    expect(movements[0]?.slice(7, 9)).toEqual([first.id, expect.stringMatching(/^SL-\d{6}$/)]);
    expect(sumsHeading[0]).toBe('Sums of 2026-03 (simulated payments)');
    expect(sums).toEqual({
      charge: ['420.40', '13.09', '407.31', '3'],
      dispute: ['-320.40', '30.00', '-350.40', '2'],
      dispute_reversal: ['270.41', '0.00', '270.41', '1'],
      refund: ['-33.47', '0.00', '-33.47', '1'],
      'All except payouts': ['336.94', '43.09', '293.85', '7'],
      All: ['336.94', '43.09', '293.85', '7'],
    });
    expect(sums.All).toEqual(await addUpProvider('2026-03-01T08:00:00Z', '2026-04-01T07:00:00Z'));
    expect(headers['content-type']).toMatch(/^text\/csv/);
    expect(headers['content-disposition']).toBe('attachment; filename="books-2026-03-simulated.csv"');
    for (const [month, from, until] of [
      ['2026-02', '2026-02-01T08:00:00Z', '2026-03-01T08:00:00Z'],
      ['2026-04', '2026-04-01T07:00:00Z', '2026-05-01T07:00:00Z'],
    ] as const)
      expect((await readBooks(month)).sums.All, month).toEqual(await addUpProvider(from, until));
    expect((await readBooks('2026-04')).sums.refund).toEqual(['-11.09', '0.00', '-11.09', '1']);
  });

  it('have all pages of the provider’s list', async () => {
    const base = (await stripe.listObjects('charge'))[0];
    for (let i = 0; i < 230; i++)
      await stripe.insertObject({
        ...base,
        id: `ch_many_${i}`,
        object: 'charge',
        balance_transaction: `txn_many_${i}`,
        amount: 101 + 7 * i,
        // Many in one second: the order by id continues where a page ended.
        created: toSeconds('2025-11-01T07:00:00Z') + Math.floor(i / 90),
      });
    const { sums, movements } = await readBooks('2025-11');
    expect(movements).toHaveLength(230);
    expect(new Set(movements.map((cells) => cells[6])).size).toBe(230);
    expect(sums.All).toEqual(await addUpProvider('2025-11-01T07:00:00Z', '2025-12-01T08:00:00Z'));
  });

  it('say nothing but sums of zero for an empty month, and refuse what is no month', async () => {
    const { movements, sums } = await readBooks('2024-02');
    expect(movements).toEqual([]);
    expect(sums).toEqual({
      'All except payouts': ['0.00', '0.00', '0.00', '0'],
      All: ['0.00', '0.00', '0.00', '0'],
    });
    for (const month of ['', '2026-13', '2026-3', '1999-01', '2026-03-01', '٢٠٢٦-03', "2026-03'"])
      expect((await exportMonth(encodeURIComponent(month))).status, month).toBe(400);
  });
});

describe('What the provider says', () => {
  const respondWith = (data: object[]) =>
    stripe.respondWith(
      (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ object: 'list', url: '/v1/balance_transactions', data, has_more: false })),
      'GET /v1/balance_transactions',
    );
  const payout = {
    id: 'txn_payout',
    object: 'balance_transaction',
    amount: -12_005,
    fee: 0,
    net: -12_005,
    created: toSeconds('2026-05-05T12:00:00Z'),
    available_on: toSeconds('2026-05-06T00:00:00Z'),
    currency: 'usd',
    reporting_category: 'payout',
    source: 'po_1',
    description: '=HYPERLINK("https://a.example")',
  };

  it('is summed up with and without payouts, and no cell is a formula', async () => {
    respondWith([
      payout,
      { ...payout, id: 'txn_fee', amount: 0, fee: 5, net: -5, reporting_category: 'fee', source: null },
    ]);
    const { sums, text } = await readBooks('2026-05');
    expect(sums.All).toEqual(['-120.05', '0.05', '-120.10', '2']);
    expect(sums['All except payouts']).toEqual(['0.00', '0.05', '-0.05', '1']);
    expect(text).toContain(`"'=HYPERLINK(""https://a.example"")"`);
    stripe.respondWith(undefined);
  });

  it.each<[string, object]>([
    ['does not add up', { ...payout, net: -12_004 }],
    ['is in another currency', { ...payout, currency: 'eur' }],
    ['is no whole number of cents', { ...payout, amount: -120.05, net: -120.05 }],
  ])('is refused whole when it %s', async (_what, movement) => {
    respondWith([payout, movement]);
    const { status, body } = await exportMonth('2026-05');
    expect([status, body.message]).toEqual([503, 'We can’t reach the card service right now. Please try again later.']);
    stripe.respondWith(undefined);
  });

  it('is missing while it cannot be reached: the export and the balance answer 503, the sums by day do not need it', async () => {
    stripe.respondWith((response) => response.destroy());
    expect((await exportMonth('2026-03')).status).toBe(503);
    expect((await administrator.get('/api/admin/payments/balance')).status).toBe(503);
    expect((await administrator.get('/api/admin/payments/summary?month=2026-03')).status).toBe(200);
    stripe.respondWith(undefined);
  });

  it('is its balance in dollars, available and pending', async () => {
    stripe.respondWith(
      (response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            object: 'balance',
            available: [
              { amount: -301, currency: 'usd' },
              { amount: 99_999, currency: 'eur' },
            ],
            pending: [{ amount: 4207, currency: 'usd' }],
          }),
        ),
      'GET /v1/balance',
    );
    const { body } = await administrator.get('/api/admin/payments/balance');
    expect(body).toEqual({ availableCents: -301, pendingCents: 4207 });
    stripe.respondWith(undefined);
  });
});
