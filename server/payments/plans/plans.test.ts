import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_PRICES_CENTS, PAID_PLANS, type PlanOffer } from '#contract/plans/plans.ts';
import { makeAccount, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';
import { confirmPaymentIntent, createPaymentIntent } from '#tests/support/payments.ts';

const api = await createTestApi();
const { db } = api;
const invalidations = await recordInvalidations(api.database);
afterAll(async () => {
  await invalidations.close();
  await api.close();
});

let administrator: Visitor;
beforeAll(async () => {
  administrator = await api.signedInVisitor((await makeAccount(db, { id: 1 })).id);
});

let owner: Visitor;
let listingId: number;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  const { id } = await makeAccount(db);
  owner = await api.signedInVisitor(id);
  listingId = (await makeListing(db, { owner_id: id })).id;
  // The rows of a table of prices that is append-only are taken out as nobody can: without its triggers.
  await sql`alter table plan_prices disable trigger user`.execute(db);
  await sql`delete from plan_prices where reason <> 'The first price'`.execute(db);
  await sql`alter table plan_prices enable trigger user`.execute(db);
  await api.invalidate(['plans']);
});

const setPrice = (plan: string, priceCents: number | null, holdsFrom?: string) =>
  administrator.post(`/api/admin/plans/${plan}/prices`, { priceCents, holdsFrom, reason: 'Costs rose' });

/** A price that the clock begins, which the page cannot ask for: it plans days. */
const insertPrice = (plan: 'monthly', cents: number, holdsFrom: ReturnType<typeof sql<Date>>) =>
  db
    .insertInto('plan_prices')
    .values({ plan, price_cents: cents, months: 1, holds_from: holdsFrom, reason: 'Later', created_by: 1 })
    .execute();

/** What visitors are told, after the notifications of the database have arrived. */
async function listPlans(): Promise<PlanOffer[]> {
  for (const keys of await invalidations.takeReceived()) await api.invalidate(keys);
  return (await api.visitor().get('/api/plans')).body.plans;
}
const readChange = async () => (await api.visitor().get('/api/plans')).body.changedAt;
const listPrices = async () => Object.fromEntries((await listPlans()).map(({ id, priceCents }) => [id, priceCents]));
const previewOrder = (plan: string) => owner.get(`/api/user/ads/${listingId}/order?plan=${plan}`);
const pay = (body: object) => owner.post('/api/create-payment-intent', { listingId, ...body });

describe('Texts', () => {
  const readHelp = async () => JSON.stringify((await api.visitor().get('/api/texts/help')).body);
  const readTerms = async () => (await api.visitor().get('/api/texts/terms-of-service')).body.html;

  it('name the prices of now', async () => {
    expect(await readHelp()).toContain('starts at $100 a month');
    expect(await readHelp()).toContain('twelve months 25% less');
    await setPrice('monthly', 12_000);
    await listPlans();
    expect(await readHelp()).toContain('starts at $120 a month');
    expect(await readHelp()).toContain('twelve months 38% less');
    expect(await readTerms()).toContain('starts at $120 a month');
    expect(await readHelp()).not.toMatch(/\{(price|discount):/);
  });

  it('change with a price that the clock begins', async () => {
    await insertPrice('monthly', 15_000, sql`now() + interval '2 seconds'`);
    await api.invalidate(['plans']);
    expect(await readTerms()).toContain('starts at $100 a month');
    await expect.poll(readTerms, { timeout: 10_000 }).toContain('starts at $150 a month');
  });

  it('say when a plan is not on sale', async () => {
    await setPrice('monthly', null);
    await listPlans();
    expect(await readTerms()).toContain('starts at (not on sale) a month');
  });
});

describe('A new database', () => {
  it('sells the plans at the prices and discounts of docs/product.md', async () => {
    const plans = await listPlans();
    expect(plans.map(({ id, priceCents }) => [id, priceCents])).toEqual(Object.entries(FIRST_PRICES_CENTS));
    expect(plans.map(({ discountPercent }) => discountPercent)).toEqual([0, 0, 10, 15, 25]);
    expect(plans.map(({ months }) => months)).toEqual(PAID_PLANS.map(({ months }) => months));
    expect(await readChange(), 'the rates are of April 2025').toBe('2025-04-01T07:00:00.000Z');
  });
});

describe('A new price', () => {
  it('holds at once, in the list, the order and the charge, and the discounts follow', async () => {
    expect((await listPrices()).monthly).toBe(10_000);
    expect((await setPrice('monthly', 12_000)).status).toBe(200);
    expect((await listPrices()).monthly).toBe(12_000);
    expect((await previewOrder('monthly')).body.amountCents).toBe(12_000);
    expect((await pay({ plan: 'monthly' })).body.amountCents).toBe(12_000);
    const { holds_from } = await db
      .selectFrom('plan_prices')
      .select('holds_from')
      .where('plan', '=', 'monthly')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(await readChange(), 'the rates are dated by it').toBe(holds_from.toISOString());
    expect((await listPlans()).map(({ discountPercent }) => discountPercent)).toEqual([0, 0, 25, 29, 38]);
  });

  it('holds from its day and not before', async () => {
    const { body } = await setPrice('annual', 99_000, '2031-02-01');
    expect(body.plans.find(({ id }: { id: string }) => id === 'annual')).toMatchObject({
      current: { priceCents: 90_000 },
      coming: [{ priceCents: 99_000, holdsFrom: '2031-02-01T08:00:00.000Z', reason: 'Costs rose' }],
    });
    expect((await listPrices()).annual).toBe(90_000);
    expect(await readChange()).not.toBe('2031-02-01T08:00:00.000Z');
    expect((await pay({ plan: 'annual' })).body.amountCents).toBe(90_000);
  });

  it('ends the cached responses that show the former one', async () => {
    await insertPrice('monthly', 11_000, sql<Date>`now() + interval '400 milliseconds'`);
    await api.invalidate(['plans']);
    expect((await listPrices()).monthly).toBe(10_000);
    await expect.poll(listPrices).toMatchObject({ monthly: 11_000 });
  });

  it('leaves what was bought as it was', async () => {
    const intent = await createPaymentIntent(owner, { plan: 'monthly', listingId });
    await setPrice('monthly', 20_000);
    expect((await confirmPaymentIntent(owner, intent)).status).toBe(200);
    const { body } = await owner.get(`/api/user/payment-intents/${intent.intentId}`);
    expect(body.outcome).toBe('listed');
    expect((await owner.get('/api/user/payments')).body).toMatchObject([
      { amountCents: 10_000, months: 1, plan: 'monthly' },
    ]);
  });

  it('is refused at the checkout that shows the former one, before anything is charged', async () => {
    const { amountCents, timesPaid } = (await previewOrder('monthly')).body;
    await setPrice('monthly', 12_000);
    const { status, body } = await pay({ plan: 'monthly', timesPaid, amountCents });
    expect([status, body.message]).toEqual([
      409,
      'The price changed from $100 to $120 since you opened this page. You haven’t been charged.',
    ]);
    expect(await db.selectFrom('payments').select('id').where('listing_id', '=', listingId).execute()).toEqual([]);
    expect((await pay({ plan: 'monthly', timesPaid, amountCents: 12_000 })).body.amountCents).toBe(12_000);
  });

  it('replaces the open intent of a listing at the former price', async () => {
    const first = (await pay({ plan: 'monthly' })).body;
    await setPrice('monthly', 8_000);
    const second = (await pay({ plan: 'monthly' })).body;
    expect(second.amountCents).toBe(8_000);
    expect((await owner.get(`/api/user/payment-intents/${first.intentId}`)).body.outcome).toBe('canceled');
    expect((await confirmPaymentIntent(owner, first)).status).not.toBe(200);
  });

  it('selects the plan of an amount, unless two plans cost the same', async () => {
    await setPrice('monthly', 12_345);
    expect((await owner.post('/api/create-payment-intent', { amount: 12_345 })).body).toMatchObject({
      plan: 'monthly',
    });
    expect((await owner.post('/api/create-payment-intent', { amount: 10_000 })).status).toBe(400);
    await setPrice('enhanced', 12_345);
    expect((await owner.post('/api/create-payment-intent', { amount: 12_345 })).body.message).toBe(
      'This amount matches more than one plan.',
    );
  });
});

describe('A plan that is off sale', () => {
  it('is neither shown nor sold', async () => {
    expect((await setPrice('semiannual', null)).status).toBe(200);
    expect(await listPrices()).not.toHaveProperty('semiannual');
    expect((await previewOrder('semiannual')).status).toBe(409);
    const { status, body } = await pay({ plan: 'semiannual' });
    expect([status, body.message]).toEqual([
      409,
      'Premium Semiannual isn’t on sale right now. You haven’t been charged.',
    ]);
    await setPrice('semiannual', 52_000);
    expect((await pay({ plan: 'semiannual' })).body.amountCents).toBe(52_000);
  });
});

describe('The administrator', () => {
  const findComing = async () =>
    (await administrator.get('/api/admin/plans')).body.plans.find(({ id }: { id: string }) => id === 'annual').coming;

  it('withdraws a coming price, and no other', async () => {
    await setPrice('annual', 95_000, '2031-02-01');
    const [{ id }] = await findComing();
    const withdraw = () => administrator.post(`/api/admin/plans/prices/${id}/withdraw`, { reason: 'Not yet' });
    expect((await withdraw()).status).toBe(200);
    expect(await findComing()).toEqual([]);
    expect((await withdraw()).status).toBe(409);
    const current = (await administrator.get('/api/admin/plans')).body.plans[0].current.id;
    expect((await administrator.post(`/api/admin/plans/prices/${current}/withdraw`, { reason: 'No' })).status).toBe(
      409,
    );
    expect((await administrator.post('/api/admin/plans/prices/999999/withdraw', { reason: 'No' })).status).toBe(404);
  });

  it('cannot plan the past, the same moment twice, a price of nothing, or without a reason', async () => {
    expect((await setPrice('annual', 95_000, '2026-01-01')).status).toBe(400);
    expect((await setPrice('annual', 95_000, '2031-02-30')).status).toBe(400);
    for (const cents of [0, 99, -100, 10_000_001, 100.5])
      expect((await setPrice('annual', cents)).status, String(cents)).toBe(400);
    expect(
      (await administrator.post('/api/admin/plans/annual/prices', { priceCents: 9_000, reason: ' ' })).status,
    ).toBe(400);
    expect((await setPrice('basic', 100)).status).toBe(400);
    const all = await Promise.all(Array.from({ length: 6 }, () => setPrice('annual', 95_000, '2031-02-01')));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('is in the audit log with each change', async () => {
    const priceCents = 91_000;
    await setPrice('annual', priceCents);
    await setPrice('annual', 95_000, '2031-02-01');
    await administrator.post(`/api/admin/plans/prices/${(await findComing())[0].id}/withdraw`, { reason: 'Not yet' });
    const { body } = await administrator.get('/api/admin/audit?limit=2');
    const planned = { plan: 'annual', priceCents: 95_000, holdsFrom: '2031-02-01T08:00:00.000Z' };
    expect(body).toMatchObject([
      { kind: 'price-withdrawn', actorId: 1, reason: 'Not yet', before: planned, after: { ...planned, priceCents } },
      {
        kind: 'price-scheduled',
        actorId: 1,
        reason: 'Costs rose',
        before: { plan: 'annual', priceCents },
        after: planned,
      },
    ]);
  });
});

describe('A change of prices', () => {
  it('asks who it is again', async () => {
    const verified_at = new Date(Date.now() - 11 * 60_000);
    const visitor = api.visitor();
    visitor.cookies.set('session', (await makeSession(db, 1, { verified_at, verified_by: 'totp' })).token);
    const order = { priceCents: 9_900, reason: 'Costs rose' };
    for (const response of [
      await visitor.post('/api/admin/plans/annual/prices', order),
      await visitor.post('/api/admin/plans/prices/1/withdraw', { reason: 'Not yet' }),
    ])
      expect(response).toMatchObject({ status: 403, body: { code: 'step-up-required' } });
    expect((await listPrices()).annual).toBe(90_000);
  });
});

describe('Prices', () => {
  it('are append-only in the database', async () => {
    for (const statement of [
      sql`update plan_prices set price_cents = 1 where plan = 'monthly'`,
      sql`update plan_prices set withdrawn_at = '2025-01-01' where plan = 'monthly'`,
      sql`delete from plan_prices`,
      sql`truncate plan_prices`,
    ])
      await expect(statement.execute(db)).rejects.toThrow(/append-only|only be withdrawn/);
  });
});
