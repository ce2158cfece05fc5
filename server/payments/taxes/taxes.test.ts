import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { confirmPaymentIntent, createPaymentIntent, makeCoupon, setPrice } from '#tests/support/payments.ts';
import { toTaxCents } from './tax.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);
const auditLog = trackAuditLog(db);

let administrator: Visitor;
let owner: Visitor;
let ownerEmail: string;
let listingId: number;
beforeAll(async () => {
  administrator = await api.signedInVisitor((await makeAccount(db, { id: 1 })).id);
  await setPrice(administrator, 1999);
});
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  const account = await makeAccount(db, { email_confirmed_at: new Date() });
  ownerEmail = account.email as string;
  owner = await api.signedInVisitor(account.id);
  listingId = (await makeListing(db, { owner_id: account.id })).id;
  // The rows of a table that is append-only are taken out as nobody can: without its triggers.
  await sql`alter table tax_rates disable trigger user`.execute(db);
  await sql`delete from tax_rates`.execute(db);
  await sql`alter table tax_rates enable trigger user`.execute(db);
});

const SALES_TAX = { name: 'Sales tax', percent: 7.75 };
const schedule = (body: object = {}) =>
  administrator.post('/api/admin/taxes', { tax: SALES_TAX, reason: 'Required from now on', ...body });
const preview = async (query = '') => (await owner.get(`/api/user/ads/${listingId}/order?plan=monthly${query}`)).body;

describe('A sales tax', () => {
  it.each([
    [1999, 7750, 155],
    [1339, 7750, 104],
    [200, 7750, 16],
    [1000, 50, 1],
    [999, 50, 0],
    [9_999_999, 10_250, 1_025_000],
  ])('on %i cents of %i thousandths of a percent is %i cents', (netCents, rate, expected) => {
    expect(toTaxCents(netCents, { name: 'Tax', rate })).toBe(expected);
  });

  it('is off until an administrator sets one', async () => {
    expect((await administrator.get('/api/admin/taxes')).body).toEqual({ current: null, coming: [], former: [] });
    expect(await preview()).toMatchObject({ priceCents: 1999, tax: null, amountCents: 1999 });
  });

  it('is added at the checkout, to the price without the discount, in the charge, the list and the receipt', async () => {
    expect((await schedule()).body.current).toMatchObject({ tax: SALES_TAX, reason: 'Required from now on' });
    expect(await preview()).toMatchObject({ tax: { ...SALES_TAX, cents: 155 }, amountCents: 2154 });
    const { code } = await makeCoupon(db);
    const breakdown = {
      priceCents: 1999,
      discount: { code, cents: 660 },
      tax: { ...SALES_TAX, cents: 104 },
      amountCents: 1443,
    };
    expect(await preview(`&code=${code}`)).toMatchObject(breakdown);
    const order = { plan: 'monthly', listingId, code, amountCents: 1443 };
    const intent = await createPaymentIntent(owner, order);
    expect((await confirmPaymentIntent(owner, intent)).body.amount).toBe(1443);
    expect((await owner.get(`/api/user/payment-intents/${intent.intentId}`)).body.outcome).toBe('listed');
    expect((await owner.get('/api/user/payments')).body).toMatchObject([breakdown]);
    const { text } = await api.waitForEmail(ownerEmail);
    expect(text).toContain(`Price: $19.99\nCoupon: −$6.60 (${code})\nTax: $1.04 (Sales tax)\nAmount: $14.43`);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('holds for new purchases only, and the checkout says that the amount changed', async () => {
    const { amountCents } = await preview();
    const open = await createPaymentIntent(owner, { plan: 'monthly', listingId });
    await schedule();
    const { status, body } = await owner.post('/api/create-payment-intent', {
      plan: 'monthly',
      listingId,
      amountCents,
    });
    expect([status, body.message]).toEqual([
      409,
      'The price changed from $19.99 to $21.54 since you opened this page. You haven’t been charged.',
    ]);
    await confirmPaymentIntent(owner, open);
    expect((await owner.get(`/api/user/payment-intents/${open.intentId}`)).body.outcome).toBe('listed');
    expect((await owner.get('/api/user/payments')).body).toMatchObject([{ tax: null, amountCents: 1999 }]);
  });

  it('holds from its day, can end, and selects no plan by its amount', async () => {
    expect((await schedule({ holdsFrom: '2031-07-01' })).body.coming).toMatchObject([
      { tax: SALES_TAX, holdsFrom: '2031-07-01T07:00:00.000Z' },
    ]);
    expect((await preview()).tax).toBeNull();
    await schedule();
    expect((await owner.post('/api/create-payment-intent', { amount: 1999 })).body.amountCents).toBe(2154);
    expect((await owner.post('/api/create-payment-intent', { amount: 2154 })).status).toBe(400);
    await schedule({ tax: null });
    expect((await preview()).tax).toBeNull();
  });

  it.each<[string, object, string]>([
    ['of nothing', { tax: { ...SALES_TAX, percent: 0 } }, 'tax.percent'],
    ['of 31 percent', { tax: { ...SALES_TAX, percent: 31 } }, 'tax.percent'],
    ['of four decimals', { tax: { ...SALES_TAX, percent: 7.7501 } }, 'tax.percent'],
    ['without a name', { tax: { ...SALES_TAX, name: ' ' } }, 'tax.name'],
    ['in the past', { holdsFrom: '2026-01-01' }, 'holdsFrom'],
    ['without a reason', { reason: '' }, 'reason'],
  ])('%s is refused', async (_what, body, path) => {
    const response = await schedule(body);
    expect([response.status, response.body.issues?.[0].path]).toEqual([400, path]);
  });

  it('can be withdrawn while it does not hold, and is in the audit log', async () => {
    const [{ id }] = (await schedule({ holdsFrom: '2031-07-01' })).body.coming;
    const withdraw = (rate: number) => administrator.post(`/api/admin/taxes/${rate}/withdraw`, { reason: 'Not yet' });
    const all = await Promise.all([1, 2, 3].map(() => schedule({ holdsFrom: '2031-07-01' })));
    expect(all.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect((await withdraw(id)).body.coming).toEqual([]);
    expect((await withdraw(id)).status).toBe(409);
    const current = (await schedule()).body.current.id;
    expect((await withdraw(current)).status).toBe(409);
    expect((await withdraw(999_999)).status).toBe(404);
    const planned = { tax: 'Sales tax 7.75%', holdsFrom: '2031-07-01T07:00:00.000Z' };
    const scheduled = { kind: 'tax-scheduled', reason: 'Required from now on', before: { tax: null } };
    expect(await auditLog.readNew()).toMatchObject([
      { ...scheduled, after: planned },
      { kind: 'tax-withdrawn', reason: 'Not yet', before: planned, after: { ...planned, tax: null } },
      { ...scheduled, after: { tax: 'Sales tax 7.75%' } },
    ]);
    for (const statement of [
      sql`update tax_rates set rate = 1 where id = ${current}`,
      sql`delete from tax_rates`,
      sql`truncate tax_rates`,
    ])
      await expect(statement.execute(db)).rejects.toThrow(/append-only|only be withdrawn/);
  });

  it('asks who it is', async () => {
    const visitor = api.visitor();
    const verified_at = new Date(Date.now() - 11 * 60_000);
    visitor.cookies.set('session', (await makeSession(db, 1, { verified_at, verified_by: 'totp' })).token);
    for (const response of [
      await visitor.post('/api/admin/taxes', { tax: null, reason: 'None' }),
      await visitor.post('/api/admin/taxes/1/withdraw', { reason: 'None' }),
    ])
      expect(response).toMatchObject({ status: 403, body: { code: 'step-up-required' } });
  });
});
