import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_PRICES_CENTS, PAID_PLANS } from '#contract/plans/plans.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { createPaymentIntent } from '#tests/support/payments.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';

const stripe = await startStripeServer();
const api = await createTestApi({ env: stripe.env });
const { db } = api;
afterAll(async () => {
  await api.close();
  await stripe.close();
});

let ownerId: number;
let owner: Visitor;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  ({ id: ownerId } = await makeAccount(db));
  owner = await api.signedInVisitor(ownerId);
});

const requestIntent = (body: unknown) => owner.post('/api/create-payment-intent', body);
const findOwnPayments = () =>
  db.selectFrom('payments').selectAll().where('account_id', '=', ownerId).orderBy('id').execute();

describe('The charge is the price of the plan', () => {
  it.each(PAID_PLANS.map(({ id, months, level }) => [id, FIRST_PRICES_CENTS[id], months, level] as const))(
    '%s: %i cents for %i months of %s',
    async (plan, priceCents, months, level) => {
      for (const body of [{ plan }, { amount: priceCents, description: 'Anything at all' }]) {
        const { status, body: intent } = await requestIntent(body);
        expect(status).toBe(201);
        expect(intent).toMatchObject({ plan, amountCents: priceCents, listing: null });
        const made = stripe.events.at(-1) as unknown as { data: { object: object } };
        expect(made.data.object).toMatchObject({ id: intent.intentId, amount: priceCents, currency: 'usd' });
      }
      expect(await findOwnPayments()).toMatchObject([
        { plan, amount_cents: priceCents, months, level, currency: 'usd' },
      ]);
    },
  );

  it('also for the older body of the posting form, whose 100 are dollars', async () => {
    const { body } = await requestIntent({ amount: 100, adData: listingForm({ premium: true }) });
    expect(body).toMatchObject({ plan: 'monthly', amountCents: 10_000, listing: { title: 'Golden Hour Plumbing' } });
  });
});

describe('No other amount is charged', () => {
  it.each<[string, unknown]>([
    ['0', { amount: 0 }],
    ['−1', { amount: -1 }],
    ['1', { amount: 1 }],
    ['99.5', { amount: 99.5 }],
    ['"1"', { amount: '1' }],
    ['"10000"', { amount: '10000' }],
    ['1e12', { amount: 1e12 }],
    ['100 without a listing', { amount: 100 }],
    ['a price that is none', { amount: 10_001 }],
    ['null', { amount: null }],
    ['a list', { amount: [10_000] }],
    ['a plan with an amount of its own', { plan: 'annual', amount: 1 }],
    ['a plan with a price of its own', { plan: 'annual', priceCents: 1 }],
    ['a plan in another currency', { plan: 'annual', currency: 'jpy' }],
    ['an amount in another currency', { amount: 10_000, currency: 'jpy' }],
    ['a listing at another plan’s price', { amount: 5000, adData: listingForm({ premium: true }) }],
    ['the free plan', { plan: 'basic' }],
    ['a plan that is none', { plan: 'constructor' }],
    ['a listing that is none', { plan: 'monthly', listingId: '1 or 1=1' }],
    ['a listing of no number', { plan: 'monthly', listingId: 1.5 }],
    ['nothing', {}],
    ['a text', 'monthly'],
    ['a list of plans', [{ plan: 'monthly' }]],
    ['a listing that is not filled in', { amount: 100, adData: listingForm({ title: 'x' }) }],
  ])('%s: nothing is requested from Stripe or written', async (_what, body) => {
    const before = stripe.events.length;
    const response = await owner.send('POST', '/api/create-payment-intent', JSON.stringify(body), {
      'content-type': 'application/json',
    });
    expect(response.status, JSON.stringify(response.body)).toBe(400);
    expect(stripe.events).toHaveLength(before);
    expect(await findOwnPayments()).toEqual([]);
  });
});

describe('What is wrong with a body is named by its field', () => {
  it.each<[string, unknown, string[]]>([
    ['nothing', {}, ['plan']],
    ['a text', 'monthly', ['']],
    ['a list', [], ['']],
    ['null', null, ['']],
    ['a plan that is none', { plan: 'gold' }, ['plan']],
    ['a plan with a price', { plan: 'annual', amount: 1, priceCents: 1 }, ['amount', 'priceCents']],
    ['an amount that is text', { amount: '10000' }, ['amount']],
    ['an amount that is no price', { amount: 10_001 }, ['amount']],
    ['an amount in another currency', { amount: 10_000, currency: 'jpy' }, ['currency']],
    ['a listing with a short title', { amount: 100, adData: listingForm({ title: 'ab' }) }, ['title']],
    ['a listing in New York', { amount: 100, adData: listingForm({ zipCode: '10001' }) }, ['zipCode']],
    ['two wrong fields', { amount: 100, adData: listingForm({ email: 'x', phone: '1' }) }, ['phone', 'email']],
    ['another amount for a listing', { amount: 5000, adData: listingForm() }, ['amount']],
    ['no amount for a listing', { adData: listingForm() }, ['amount']],
    ['a listing that is text', { amount: 100, adData: 'Golden Hour' }, ['adData']],
    ['no listing', { amount: 100, adData: null }, ['adData']],
    [
      'a profile on no platform',
      { amount: 100, adData: listingForm({ socialMedia: { myspace: 'https://myspace.com/a' } }) },
      ['socialMedia.myspace'],
    ],
  ])('%s', async (_what, body, paths) => {
    const { status, body: error } = await owner.send('POST', '/api/create-payment-intent', JSON.stringify(body), {
      'content-type': 'application/json',
    });
    expect(status).toBe(400);
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(paths);
    for (const { message } of error.issues) expect(message).not.toMatch(/Unrecognized|^Invalid input$/);
  });

  it('and one with thousands of unknown fields by twenty', async () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field${i}`, i]));
    const { body: error } = await requestIntent({ plan: 'monthly', ...body });
    expect(error.issues).toHaveLength(20);
  });
});

describe('The preview of an order', () => {
  it('creates no payment, here or at Stripe, however often terms are compared', async () => {
    const { id, title } = await makeListing(db, { owner_id: ownerId });
    const before = stripe.events.length;
    for (const { id: plan } of PAID_PLANS) {
      const priceCents = FIRST_PRICES_CENTS[plan];
      const { status, body } = await owner.get(`/api/user/ads/${id}/order?plan=${plan}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        plan,
        priceCents,
        listCents: { quarterly: 30_000, semiannual: 60_000, annual: 120_000 }[plan as string] ?? null,
        discount: null,
        tax: null,
        amountCents: priceCents,
        listing: { id, title },
        timesPaid: 0,
        renewal: { amountCents: priceCents, running: null },
        term: {
          startsAt: expect.any(String),
          endsAt: expect.any(String),
          paidUntil: body.term.endsAt,
          converted: null,
          publishes: false,
        },
      });
    }
    expect(stripe.events).toHaveLength(before);
    expect(await findOwnPayments()).toEqual([]);
  });

  it('says from when to when the paid time runs, which is what is then bought', async () => {
    const { id } = await makeListing(db, { owner_id: ownerId });
    const readTerm = async (plan: string) => (await owner.get(`/api/user/ads/${id}/order?plan=${plan}`)).body.term;
    const buy = async (plan: string) => {
      const intent = await createPaymentIntent(owner, { plan, listingId: id });
      await stripe.pay(intent);
      const { ad } = (await owner.get(`/api/user/payment-intents/${intent.intentId}`)).body;
      return ad.paidUntil;
    };
    const enhancedUntil = await buy('enhanced');
    const extension = await readTerm('enhanced');
    expect(extension.startsAt, 'at the same level it follows').toBe(enhancedUntil);
    const { converted, paidUntil, endsAt } = await readTerm('monthly');
    expect(converted.premiumDays).toBe(Math.ceil(converted.days / 2));
    expect(converted.days).toBeGreaterThanOrEqual(28);
    const bought = await buy('monthly');
    const minuteMs = 60_000;
    expect(Math.abs(Date.parse(bought) - Date.parse(paidUntil))).toBeLessThan(minuteMs);
    expect(Date.parse(endsAt)).toBeLessThan(Date.parse(paidUntil));
    expect((await readTerm('monthly')).startsAt, 'after all that is paid').toBe(bought);
  });

  it.each([
    ['of a draft may begin later', 'draft', { publishes: true }],
    ['of a paused listing begins now', 'paused', { publishes: false }],
    ['of one that waits for approval is not known', 'waiting', null],
  ] as const)('The paid time %s', async (_what, status, expected) => {
    const { id } = await makeListing(db, {
      owner_id: ownerId,
      status,
      category: 'bakeries',
      email: 'hello@example.com',
    });
    const { body } = await owner.get(`/api/user/ads/${id}/order?plan=monthly`);
    if (expected) expect(body.term).toMatchObject(expected);
    else expect(body.term).toBeNull();
  });

  it('refuses what cannot be paid for', async () => {
    const preview = async (columns: object, plan = 'monthly') => {
      const { id } = await makeListing(db, { owner_id: ownerId, ...columns });
      return (await owner.get(`/api/user/ads/${id}/order?plan=${plan}`)).status;
    };
    expect(await preview({ status: 'hidden' })).toBe(409);
    expect(await preview({ status: 'draft', email: null })).toBe(400);
    expect(await preview({ level: 'premium' }, 'enhanced')).toBe(409);
    expect(await preview({ owner_id: (await makeAccount(db)).id })).toBe(404);
    expect(await preview({}, 'basic')).toBe(400);
  });
});

describe('An intent', () => {
  it('is created once for concurrent requests', async () => {
    const { id } = await makeListing(db, { owner_id: ownerId });
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => requestIntent({ plan: 'monthly', listingId: id })),
    );
    expect(new Set(responses.map(({ body }) => body.intentId)).size).toBe(1);
    expect(await findOwnPayments()).toHaveLength(1);
    expect((await createPaymentIntent(owner, { plan: 'annual', listingId: id })).intentId).not.toBe(
      responses[0]?.body.intentId,
    );
  });

  it('is a new one after the first was paid or canceled', async () => {
    const first = await createPaymentIntent(owner, { plan: 'monthly' });
    await stripe.updateObject(first.intentId, { status: 'canceled' });
    const second = await createPaymentIntent(owner, { plan: 'monthly' });
    expect(second.intentId).not.toBe(first.intentId);
    await stripe.pay(second);
    expect((await requestIntent({ plan: 'monthly' })).status).toBe(409);
    expect((await createPaymentIntent(owner, { plan: 'monthly' })).intentId).not.toBe(second.intentId);
  });

  it('for another plan of the listing cancels the first, which then cannot be paid', async () => {
    const { id } = await makeListing(db, { owner_id: ownerId });
    const monthly = await createPaymentIntent(owner, { plan: 'monthly', listingId: id });
    const annual = await createPaymentIntent(owner, { plan: 'annual', listingId: id });
    expect(stripe.events.at(-1)).toMatchObject({ type: 'payment_intent.created' });
    expect(await findOwnPayments()).toMatchObject([
      { intent_id: monthly.intentId, status: 'canceled' },
      { intent_id: annual.intentId, status: 'open' },
    ]);
    expect(await stripe.pay(monthly)).toBe(400);
    const other = await makeListing(db, { owner_id: ownerId });
    await createPaymentIntent(owner, { plan: 'monthly', listingId: other.id });
    await createPaymentIntent(owner, { plan: 'enhanced' });
    const open = (await findOwnPayments()).filter(({ status }) => status === 'open');
    expect(open, 'of other listings, and of none, are kept').toHaveLength(3);
  });

  it('is not created for another plan while the bank works on the first', async () => {
    const { id } = await makeListing(db, { owner_id: ownerId });
    const { intentId } = await createPaymentIntent(owner, { plan: 'monthly', listingId: id });
    // Stripe refuses to cancel it, and has no charge yet.
    await stripe.updateObject(intentId, { status: 'succeeded' });
    const { status, body } = await requestIntent({ plan: 'annual', listingId: id });
    expect([status, body.message]).toEqual([409, 'Your bank is still working on another payment for this listing.']);
    expect(await findOwnPayments()).toMatchObject([{ intent_id: intentId, status: 'open' }]);
  });

  it.each(['before', 'after'] as const)(
    'is the paid one if another tab paid for the listing meanwhile, %s we have heard of it',
    async (when) => {
      const { id } = await makeListing(db, { owner_id: ownerId });
      const preview = await owner.get(`/api/user/ads/${id}/order?plan=monthly`);
      expect(preview.body).toMatchObject({ plan: 'monthly', amountCents: 10_000, listing: { id }, timesPaid: 0 });
      const { timesPaid } = preview.body;
      const paid = await createPaymentIntent(owner, { plan: 'monthly', listingId: id, timesPaid });
      await stripe.pay(paid);
      if (when === 'after') await owner.get(`/api/user/payment-intents/${paid.intentId}`);
      for (const plan of when === 'after' ? ['monthly', 'annual'] : ['monthly']) {
        const again = await createPaymentIntent(owner, { plan, listingId: id, timesPaid });
        expect(again.intentId).toBe(paid.intentId);
      }
      expect(await findOwnPayments()).toMatchObject([{ status: 'paid' }]);

      const renewal = (await owner.get(`/api/user/ads/${id}/order?plan=monthly`)).body;
      expect(renewal.timesPaid).toBe(1);
      const order = { plan: 'monthly', listingId: id, timesPaid: renewal.timesPaid };
      expect((await createPaymentIntent(owner, order)).intentId).not.toBe(paid.intentId);
    },
  );

  it('is a new one after Stripe deleted the first', async () => {
    const first = await createPaymentIntent(owner, { plan: 'monthly' });
    await db
      .updateTable('payments')
      .set({ intent_id: 'pi_of_another_key' })
      .where('intent_id', '=', first.intentId)
      .execute();
    expect((await createPaymentIntent(owner, { plan: 'monthly' })).intentId).not.toBe(first.intentId);
  });

  it.each([
    ['hidden', 409],
    ['deleted', 409],
  ] as const)('is not made for a listing that is %s', async (status, expected) => {
    const { id } = await makeListing(db, { owner_id: ownerId, status });
    expect((await requestIntent({ plan: 'monthly', listingId: id })).status).toBe(expected);
  });

  it('is not created for a listing of another account, or a missing one', async () => {
    const { id } = await makeListing(db);
    expect((await requestIntent({ plan: 'monthly', listingId: id })).status).toBe(404);
    expect((await requestIntent({ plan: 'monthly', listingId: Number.MAX_SAFE_INTEGER })).status).toBe(404);
    expect((await requestIntent({ plan: 'enhanced', listingId: id })).status).toBe(404);
  });

  it('is not created for an incomplete draft, and names the missing fields', async () => {
    const { id } = await makeListing(db, { owner_id: ownerId, status: 'draft', email: null });
    const { status, body } = await requestIntent({ plan: 'monthly', listingId: id });
    expect([status, body.message]).toEqual([400, 'Please fill in the missing fields, then pay.']);
    expect(body.issues).toContainEqual({ path: 'email', message: 'Invalid email address' });
  });

  it('is not created for a lower level than the listing has', async () => {
    const { id } = await makeListing(db, { owner_id: ownerId, level: 'premium' });
    expect((await requestIntent({ plan: 'enhanced', listingId: id })).status).toBe(409);
    expect((await requestIntent({ plan: 'monthly', listingId: id })).status).toBe(201);
  });

  it('is created for a lower level than the listing had until its term ended', async () => {
    const { id } = await makeListing(db, {
      owner_id: ownerId,
      level: 'premium',
      paid_until: new Date(Date.now() - 1000),
    });
    expect((await requestIntent({ plan: 'enhanced', listingId: id })).status).toBe(201);
  });

  it('is created up to 30 times an hour', async () => {
    const statuses = [];
    for (let i = 0; i < 31; i++) statuses.push((await requestIntent({ plan: 'monthly' })).status);
    expect(statuses).toEqual([...Array(30).fill(201), 429]);
  });
});
