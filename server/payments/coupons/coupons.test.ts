import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSession, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { daysFromNow, makeCoupon } from '#tests/support/payments.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);
const auditLog = trackAuditLog(db);

let finance: Visitor;
let financeId: number;
beforeAll(async () => {
  financeId = (await makeStaff(db, 'finance')).id;
  finance = await api.signedInVisitor(financeId);
});
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
});

const readDay = async (days: number) => {
  const { rows } = await sql<{ day: string }>`select (${daysFromNow(days)})::text as day`.execute(db);
  return (rows[0] as { day: string }).day;
};
const [today, tomorrow, yesterday] = [await readDay(0), await readDay(1), await readDay(-1)];
let codes = 0;
const form = (changes: object = {}) => ({
  code: `SPRING-${++codes}`,
  percentOff: 33,
  amountOffCents: null,
  plans: ['monthly', 'annual'],
  firstDay: today,
  lastDay: tomorrow,
  maxUses: 7,
  reason: 'Spring sale',
  ...changes,
});
const create = (changes: object = {}) => finance.post('/api/admin/coupons', form(changes));

describe('A coupon', () => {
  it('is created by finance, listed first, and in the audit log', async () => {
    const { status, body } = await create({ code: ' spring sale-1 ' });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(Number),
        code: 'SPRINGSALE-1',
        percentOff: 33,
        amountOffCents: null,
        plans: ['monthly', 'annual'],
        firstDay: today,
        lastDay: tomorrow,
        maxUses: 7,
        state: 'live',
        uses: 0,
        reserved: 0,
        discountCents: 0,
        isChangeable: true,
        reason: 'Spring sale',
        version: 1,
        endedAt: null,
      },
    ]);
    expect((await finance.get('/api/admin/coupons?limit=1')).body).toEqual([{ ...body, blocked: null }]);
    expect(await auditLog.readNew()).toMatchObject([
      {
        kind: 'coupon-created',
        actor_id: financeId,
        role: 'finance',
        reason: 'SPRINGSALE-1: Spring sale',
        after: { coupon: body.id, percentOff: 33, plans: 'monthly annual', lastDay: tomorrow, maxUses: 7 },
      },
    ]);
  });

  it('can be changed until somebody starts to pay with it, and then only ended', async () => {
    const { body: coupon } = await create();
    const path = `/api/admin/coupons/${coupon.id}`;
    const edit = (changes: object) => finance.send('PUT', path, { ...form({ code: coupon.code }), ...changes });
    const changed = await edit({ version: 1, percentOff: null, amountOffCents: 1999 });
    expect(changed.body).toMatchObject({ percentOff: null, amountOffCents: 1999, version: 2 });
    expect((await edit({ version: 1, percentOff: 50 })).status).toBe(409);
    const payment = await db
      .insertInto('payments')
      .values({ mode: 'simulated', username: 'ana', plan: 'monthly', level: 'premium', months: 1, amount_cents: 8001 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('coupon_uses')
      .values({ coupon_id: coupon.id, payment_id: payment.id, mode: 'simulated' })
      .execute();
    const { status, body } = await edit({ version: 2 });
    expect([status, body.message]).toEqual([409, 'Somebody has used this coupon, so it can only be ended.']);
    for (const change of [sql`percent_off = 34, amount_off_cents = null`, sql`max_uses = 8`, sql`code = 'ANOTHER'`])
      await expect(sql`update coupons set ${change} where id = ${coupon.id}`.execute(db)).rejects.toThrow(
        'a used coupon can only be ended',
      );
    const end = (version: number) => finance.post(`${path}/end`, { version, reason: 'Enough' });
    expect((await end(1)).status).toBe(409);
    expect((await end(2)).body).toMatchObject({ state: 'ended', isChangeable: false, endedAt: expect.any(String) });
    expect((await end(3)).status).toBe(409);
    expect((await auditLog.readNew()).map(({ kind }) => kind)).toEqual([
      'coupon-created',
      'coupon-changed',
      'coupon-ended',
    ]);
    expect((await finance.post('/api/admin/coupons/999999/end', { version: 1, reason: 'No' })).status).toBe(404);
  });

  it.each<[string, object, string, string]>([
    ['a code of five letters', { code: 'ABCDE' }, 'code', 'Use 6 to 20 letters, digits and hyphens'],
    ['a code with other letters', { code: 'FRÜHLING' }, 'code', 'Use 6 to 20 letters, digits and hyphens'],
    ['100 percent', { percentOff: 100 }, 'percentOff', 'Enter a whole percentage from 1 to 99'],
    ['half a percent', { percentOff: 12.5 }, 'percentOff', 'Enter a whole percentage from 1 to 99'],
    ['nothing off', { percentOff: null }, 'percentOff', 'Choose a percentage or an amount'],
    ['both', { amountOffCents: 100 }, 'percentOff', 'Choose a percentage or an amount'],
    ['no plan', { plans: [] }, 'plans', 'Choose at least one plan'],
    ['a last day before the first', { lastDay: yesterday }, 'lastDay', 'Choose the first day or a later one'],
    ['days that are over', { firstDay: yesterday, lastDay: yesterday }, 'lastDay', 'Choose today or a later day'],
    ['no use', { maxUses: 0 }, 'maxUses', 'Allow at least one use'],
    ['too many uses', { maxUses: 10_001 }, 'maxUses', 'Allow at most 10,000 uses'],
    ['no reason', { reason: ' ' }, 'reason', 'Reason is required'],
    [
      'less than a card can be charged',
      { percentOff: null, amountOffCents: 9951 },
      'amountOffCents',
      'Leave at least $0.50 of Premium Monthly to pay. To give a plan away, give a gift credit.',
    ],
  ])('with %s is refused', async (_what, changes, path, message) => {
    const { status, body } = await create(changes);
    expect([status, body.issues]).toEqual([400, [{ path, message }]]);
  });

  it('has a code of its own', async () => {
    const { body: coupon } = await create();
    expect((await create({ code: coupon.code.toLowerCase() })).body.issues).toEqual([
      { path: 'code', message: 'There is a coupon with this code already' },
    ]);
    const all = await Promise.all([1, 2, 3, 4].map(() => create({ code: 'ONLY-ONE' })));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  it('leaves just 50 cents', async () => {
    expect((await create({ percentOff: null, amountOffCents: 9950, plans: ['monthly'] })).status).toBe(200);
  });
});

it('What the staff does to coupons asks who it is again', async () => {
  const verified_at = new Date(Date.now() - 11 * 60_000);
  const visitor = api.visitor();
  visitor.cookies.set('session', (await makeSession(db, financeId, { verified_at, verified_by: 'totp' })).token);
  const { id } = await makeCoupon(db);
  for (const response of [
    await visitor.post('/api/admin/coupons', form()),
    await visitor.send('PUT', `/api/admin/coupons/${id}`, { ...form(), version: 1 }),
    await visitor.post(`/api/admin/coupons/${id}/end`, { version: 1, reason: 'Enough' }),
  ])
    expect(response).toMatchObject({ status: 403, body: { code: 'step-up-required' } });
});

it('Coupons are listed page by page, newest first', async () => {
  for (let i = 0; i < 3; i++) await makeCoupon(db);
  const first = await finance.get('/api/admin/coupons?limit=2');
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1];
  const second = await finance.get(String(next));
  const ids = [...first.body, ...second.body].map(({ id }: { id: number }) => id);
  expect(ids).toEqual(ids.toSorted((one: number, other: number) => other - one));
  expect(new Set(ids).size).toBe(ids.length);
});
