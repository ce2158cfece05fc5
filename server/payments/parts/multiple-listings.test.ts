import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_PRICES_CENTS } from '#contract/plans/plans.ts';
import { previewOrders } from '#server/payments/parts/multiple-orders.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeAutoRenewal } from '#tests/fixtures/renewal-factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { createPaymentIntent, makeCoupon, TEST_CARDS } from '#tests/support/payments.ts';
import { reconcilePendingPayments } from '#tests/support/reconcile-payments.ts';
import { deliverWebhook, signEvent, startStripeServer } from '#tests/support/servers/stripe-server.ts';

const stripe = await startStripeServer();
const api = await createTestApi({ env: stripe.env });
const { db, emails } = api;
afterAll(async () => {
  await api.close();
  await stripe.close();
});

const QUARTER = FIRST_PRICES_CENTS.quarterly;

let administrator: Visitor;
let ownerId: number;
let owner: Visitor;
let email: string;
let ids: number[];
beforeAll(async () => {
  administrator = await api.signedInVisitor((await makeAccount(db, { id: 1, username: 'admin', email: null })).id);
});
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  const account = await makeAccount(db, { email_confirmed_at: new Date() });
  ownerId = account.id;
  email = account.email as string;
  owner = await api.signedInVisitor(ownerId);
  ids = [];
  for (const place of ['Irvine', 'Tustin', 'Orange']) {
    ids.push((await makeListing(db, { owner_id: ownerId, title: `Pacific Plumbing ${place}` })).id);
  }
  emails.length = 0;
});

const order = (body: object = {}) => ({ plan: 'quarterly', listingIds: ids, ...body });
const preview = (ads: (number | string)[] = ids, plan = 'quarterly', visitor = owner) =>
  visitor.get(`/api/user/order?plan=${plan}&ads=${ads.join()}`);
const getOutcome = async (intentId: string) => (await owner.get(`/api/user/payment-intents/${intentId}`)).body;
const getPayment = async (id: number) => (await owner.get(`/api/user/payments/${id}`)).body;
const refund = (id: number, body: object = {}) =>
  administrator.post(`/api/admin/payments/${id}/refunds`, { reason: 'It brought nobody', ...body });
async function readLevels(listingIds = ids) {
  const rows = await db.selectFrom('listings').select(['id', 'level']).where('id', 'in', listingIds).execute();
  return listingIds.map((id) => rows.find((row) => row.id === id)?.level);
}
const readLedger = async (paymentId: number) =>
  (
    await db
      .selectFrom('ledger')
      .select(['kind', 'amount_cents'])
      .where('payment_id', '=', paymentId)
      .orderBy('id')
      .execute()
  ).map(({ kind, amount_cents }) => `${kind} ${amount_cents}`);
async function pay(body: object = {}) {
  const intent = await createPaymentIntent(owner, order(body));
  await stripe.pay(intent);
  const { paymentId } = await getOutcome(intent.intentId);
  return { ...intent, paymentId: paymentId as number };
}
const sent = async (subject: string) => {
  await waitForEmptyMailQueue(db);
  return emails.filter((message) => message.to === email && message.subject.includes(subject)).map(({ text }) => text);
};
const reconcile = () => reconcilePendingPayments(db, stripe.env);
const hide = (id: number) =>
  sql`
    update listings set status = 'hidden', hidden_from = status, hidden_reason = 'A test', hidden_at = now() where id = ${id}`.execute(
    db,
  );
const expectConsistent = async () => expect(await findViolatedInvariants(db)).toEqual([]);

describe('The preview of an order for several listings', () => {
  it('prices all together, and says for each from when to when it is paid', async () => {
    const { status, body } = await preview();
    expect(status).toBe(200);
    expect(body).toMatchObject({ plan: 'quarterly', priceCents: 3 * QUARTER, amountCents: 3 * QUARTER, timesPaid: 0 });
    expect(body.listCents).toBe(90_000);
    expect(body.excluded).toEqual([]);
    expect(body.listings.map(({ id }: { id: number }) => id)).toEqual(ids);
    for (const { term } of body.listings) expect(Date.parse(term.endsAt)).toBeGreaterThan(Date.parse(term.startsAt));
    expect(await db.selectFrom('payments').select('id').where('account_id', '=', ownerId).execute()).toEqual([]);
  });

  it('says of each what the map shows, and whether it renews automatically', async () => {
    const [exact = 0, boxed = 0, renewed = 0] = ids;
    await sql`update listings set lat = 33.68, lng = -117.83, point_source = 'owner' where id = ${exact}`.execute(db);
    await sql`update listings set lat = null, lng = null, point_source = null where id <> ${exact} and owner_id = ${ownerId}`.execute(
      db,
    );
    await sql`update listings set address = 'P.O. Box 4411' where id = ${boxed}`.execute(db);
    const renewal = await makeAutoRenewal(db, ownerId);
    await db.updateTable('auto_renewals').set({ listing_id: renewed }).where('id', '=', renewal).execute();
    const says = async (plan: string) =>
      (await preview(ids, plan)).body.listings.map(
        ({ id, pin, renews }: { id: number; pin: string; renews: boolean }) => [id, pin, renews],
      );
    expect(await says('quarterly')).toEqual([
      [exact, 'set', false],
      [boxed, 'none', false],
      [renewed, 'unset', true],
    ]);
  });

  it('asks the database as often for many as for two', async () => {
    const count = async (listingIds: number[]) => {
      let queries = 0;
      const counted = db.withPlugin({
        transformQuery({ node }) {
          queries += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const cards = { checkout: 'stripe', mode: 'simulated' } as never;
      const rules = { gazetteer: {} as never, settings: { licenseRequired: false } };
      const own = { accountId: ownerId, plan: 'quarterly', listingIds, address: '203.0.113.7' } as const;
      const { listings } = await previewOrders({ db: counted, cards, ...rules }, own);
      expect(listings).toHaveLength(listingIds.length);
      return queries;
    };
    expect(await count(ids)).toBe(await count(ids.slice(0, 2)));
  });

  it('names those that cannot be paid for, and prices the others', async () => {
    const [hidden = 0, ...others] = ids;
    await hide(hidden);
    const { body } = await preview();
    expect(body.excluded).toEqual([
      { id: hidden, title: 'Pacific Plumbing Irvine', reason: 'This listing is hidden, so you can’t pay for it.' },
    ]);
    expect(body.listings.map(({ id }: { id: number }) => id)).toEqual(others);
    expect(body.amountCents).toBe(2 * QUARTER);
    expect((await preview([hidden])).status).toBe(409);
  });

  it.each<[string, (own: number[], foreign: number) => (number | string)[], number]>([
    ['a listing of somebody else', (own, foreign) => [...own, foreign], 404],
    ['a listing that there is not', (own) => [...own, 999_999_999], 404],
    ['no numbers', () => ['x'], 400],
    ['a number of 16 digits', () => ['1'.repeat(16)], 400],
    ['51 listings', () => Array.from({ length: 51 }, (_, index) => index + 1), 400],
    ['nothing', () => [''], 400],
  ])('is refused for %s', async (_what, toAds, status) => {
    const foreign = (await makeListing(db)).id;
    expect((await preview(toAds(ids, foreign))).status).toBe(status);
  });

  it('is none of a visitor or another account', async () => {
    const other = await api.signedInVisitor((await makeAccount(db)).id);
    expect((await preview(ids, 'monthly', other)).status).toBe(404);
    expect((await preview(ids, 'monthly', api.visitor())).status).toBe(401);
  });
});

describe('A payment for several listings', () => {
  it('is one intent, one receipt and one invoice, and gives each listing its term', async () => {
    const { intentId, paymentId } = await pay();
    const payment = await getPayment(paymentId);
    expect(payment).toMatchObject({ amountCents: 3 * QUARTER, priceCents: 3 * QUARTER, listing: null, term: null });
    expect(payment.parts).toMatchObject(
      ids.map((id) => ({ listing: { id }, amountCents: QUARTER, isCredit: false, isReturned: false })),
    );
    for (const { term } of payment.parts) expect(term.endedAt).toBeNull();
    expect(await readLevels()).toEqual(['premium', 'premium', 'premium']);
    expect(await readLedger(paymentId)).toEqual([`charge ${3 * QUARTER}`]);
    expect(payment.receiptNumber).toMatch(/^SL-/);
    expect(payment.invoiceNumber).toMatch(/^INV-/);
    const [receipt = '', ...others] = await sent('Receipt');
    expect(others).toEqual([]);
    for (const place of ['Irvine', 'Tustin', 'Orange']) expect(receipt).toContain(`Pacific Plumbing ${place}: Premium`);
    expect(receipt).toContain('Premium Quarterly for 3 listings');
    expect(await getOutcome(intentId)).toMatchObject({ outcome: 'listed', quantity: 3, ad: null });
    const listed = (await owner.get('/api/user/payments')).body;
    expect(listed.map(({ id }: { id: number }) => id)).toEqual([paymentId]);
    expect((await owner.get('/api/user/credits')).body).toEqual([]);
    await expectConsistent();
  });

  it('says on its invoice how many, and each with its time', async () => {
    const { paymentId } = await pay();
    const { facts } = await db
      .selectFrom('invoices')
      .select('facts')
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow();
    expect(facts).toMatchObject({
      quantity: 3,
      amountCents: 3 * QUARTER,
      listing: [{ title: 'Pacific Plumbing Irvine', term: { startsAt: expect.any(String) } }, {}, {}],
    });
    const pdf = await owner.get(`/api/user/payments/${paymentId}/invoice.pdf`);
    expect(pdf.status).toBe(200);
  });

  it('extends and upgrades each listing by its own rule', async () => {
    const [first = 0, second = 0] = ids;
    for (const [plan, listingId] of [
      ['monthly', first],
      ['enhanced', second],
    ] as const) {
      const intent = await createPaymentIntent(owner, { plan, listingId });
      await stripe.pay(intent);
      await getOutcome(intent.intentId);
    }
    const { body } = await preview();
    const { paymentId } = await pay({ timesPaid: body.timesPaid });
    const { parts } = await getPayment(paymentId);
    const days = (from: string, to: string) => Math.abs(Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000));
    for (const [index, { term }] of parts.entries()) {
      expect(days(term.startsAt, body.listings[index].term.startsAt)).toBe(0);
      expect(days(term.endsAt, body.listings[index].term.endsAt)).toBe(0);
    }
    expect(body.listings[1].term.converted).not.toBeNull();
    expect(days(parts[1].term.startsAt, parts[0].term.startsAt)).toBeGreaterThan(27);
    await expectConsistent();
  });

  it('is made once, however often and by whomever it is reported, and in whatever order', async () => {
    const intent = await createPaymentIntent(owner, order());
    await stripe.pay(intent);
    const events = stripe.events
      .filter((event) => JSON.stringify(event).includes(intent.intentId))
      .map((event) => signEvent(event));
    await Promise.all([
      ...events.reverse().map((event) => deliverWebhook(api.visitor(), event)),
      ...Array.from({ length: 10 }, () => getOutcome(intent.intentId)),
    ]);
    const { paymentId } = await getOutcome(intent.intentId);
    const terms = await db.selectFrom('terms').select('listing_id').where('listing_id', 'in', ids).execute();
    expect(terms.map(({ listing_id }) => listing_id).sort()).toEqual(ids);
    expect(await readLedger(paymentId)).toEqual([`charge ${3 * QUARTER}`]);
    await expectConsistent();
  });

  it('is found by the next reconciliation when nobody reported it', async () => {
    const intent = await createPaymentIntent(owner, order());
    await stripe.pay(intent);
    await reconcile();
    expect(await readLevels()).toEqual(['premium', 'premium', 'premium']);
    await expectConsistent();
  });

  it('is one intent for a second click, in whatever order the listings are sent', async () => {
    const first = await createPaymentIntent(owner, order());
    const again = await createPaymentIntent(owner, order({ listingIds: [...ids, ids[0]].reverse() }));
    expect(again.intentId).toBe(first.intentId);
  });

  it('leaves the open order of any of its listings canceled, and the other way round', async () => {
    const single = await createPaymentIntent(owner, { plan: 'monthly', listingId: ids[1] });
    const several = await createPaymentIntent(owner, order());
    expect((await getOutcome(single.intentId)).outcome).toBe('canceled');
    await createPaymentIntent(owner, { plan: 'monthly', listingId: ids[2] });
    expect((await getOutcome(several.intentId)).outcome).toBe('canceled');
    await expectConsistent();
  });

  it('is returned, not charged again, to a page that was opened before it was paid', async () => {
    const { timesPaid } = (await preview()).body;
    const { intentId } = await pay({ timesPaid });
    expect((await createPaymentIntent(owner, order({ timesPaid }))).intentId).toBe(intentId);
    const { status, body } = await owner.post(
      '/api/create-payment-intent',
      order({ timesPaid, listingIds: ids.slice(1) }),
    );
    expect([status, body.message]).toEqual([
      409,
      'One of these listings was paid for since you opened this page. You haven’t been charged.',
    ]);
  });

  it('of one listing is as one for it alone', async () => {
    const { paymentId } = await pay({ listingIds: ids.slice(0, 1) });
    expect(await getPayment(paymentId)).toMatchObject({ listing: { id: ids[0] }, parts: [] });
    await expectConsistent();
  });

  it('gives nothing when the card is declined, and all when another one is taken', async () => {
    const intent = await createPaymentIntent(owner, order());
    await stripe.pay(intent, TEST_CARDS.declined);
    expect((await getOutcome(intent.intentId)).outcome).toBe('open');
    expect(await readLevels()).toEqual(['free', 'free', 'free']);
    await stripe.pay(intent);
    await getOutcome(intent.intentId);
    expect(await readLevels()).toEqual(['premium', 'premium', 'premium']);
    await expectConsistent();
  });

  it('of the wrong amount is refunded whole', async () => {
    const intent = await createPaymentIntent(owner, order());
    await stripe.updateObject(intent.intentId, { amount: QUARTER });
    await stripe.pay(intent);
    expect((await getOutcome(intent.intentId)).outcome).toBe('refused');
    expect(await readLevels()).toEqual(['free', 'free', 'free']);
    await reconcile();
    await expectConsistent();
  });

  it('with a coupon and a tax splits what was paid to the cent', async () => {
    const { code } = await makeCoupon(db, { percent_off: null, amount_off_cents: 1_000 });
    const { rows } = await sql<{ id: number }>`
      insert into tax_rates (name, rate, holds_from, reason) values ('Sales tax', 7750, now() - interval '1 hour', 'A law')
      returning id`.execute(db);
    try {
      const { paymentId } = await pay({ code });
      const { amountCents, discount, tax, parts } = await getPayment(paymentId);
      expect(discount).toEqual({ code, cents: 1_000 });
      expect(amountCents).toBe(3 * QUARTER - 1_000 + tax.cents);
      const cents = parts.map((part: { amountCents: number }) => part.amountCents);
      expect(cents.reduce((sum: number, one: number) => sum + one)).toBe(amountCents);
      expect(Math.max(...cents) - Math.min(...cents)).toBeLessThanOrEqual(1);
      await expectConsistent();
    } finally {
      await sql`insert into tax_rates (name, rate, holds_from, reason) select null, null, now(), 'No law' where ${rows.length} > 0`.execute(
        db,
      );
    }
  });
});

describe('A listing that cannot be paid for any more', () => {
  it('becomes a credit of its part, and the others go on', async () => {
    const intent = await createPaymentIntent(owner, order());
    const [hidden = 0] = ids;
    await hide(hidden);
    await stripe.pay(intent);
    const { paymentId } = await getOutcome(intent.intentId);
    expect(await readLevels()).toEqual(['free', 'premium', 'premium']);
    const { parts } = await getPayment(paymentId);
    expect(parts.map(({ isCredit }: { isCredit: boolean }) => isCredit)).toEqual([true, false, false]);
    const credits = (await owner.get('/api/user/credits')).body;
    expect(credits.map(({ id }: { id: number }) => id)).toEqual([parts[0].id]);
    expect((await sent('Receipt'))[0]).toContain('we saved its part as a credit');
    const another = await makeListing(db, { owner_id: ownerId });
    expect((await owner.post(`/api/user/ads/${another.id}/redeem`, {})).status).toBe(200);
    expect((await owner.get('/api/user/credits')).body).toEqual([]);
    await refund(paymentId, { partIds: [parts[0].id] });
    expect(await readLevels([another.id])).toEqual(['free']);
    await expectConsistent();
  });

  it('waits with its part for approval', async () => {
    const intent = await createPaymentIntent(owner, order());
    const [waiting = 0] = ids;
    await sql`update listings set status = 'waiting', waiting_since = now(), waiting_from = 'draft' where id = ${waiting}`.execute(
      db,
    );
    await stripe.pay(intent);
    await getOutcome(intent.intentId);
    expect(await readLevels()).toEqual(['free', 'premium', 'premium']);
    expect((await owner.get('/api/user/credits')).body).toEqual([]);
    const { version } = await db
      .selectFrom('listings')
      .select('version')
      .where('id', '=', waiting)
      .executeTakeFirstOrThrow();
    expect((await administrator.post(`/api/admin/ads/${waiting}/approve`, { version })).status).toBe(200);
    expect(await readLevels()).toEqual(['premium', 'premium', 'premium']);
    await expectConsistent();
  });
});

describe('A refund', () => {
  it('of one part returns its money and ends its term alone', async () => {
    const { paymentId } = await pay();
    const [part] = (await getPayment(paymentId)).parts;
    const { status, body } = await refund(paymentId, { partIds: [part.id], endsLevel: false });
    expect([status, body.refundedCents]).toEqual([200, QUARTER]);
    expect(body.parts.map(({ isReturned }: { isReturned: boolean }) => isReturned)).toEqual([true, false, false]);
    expect(await readLevels()).toEqual(['free', 'premium', 'premium']);
    expect(await readLedger(paymentId)).toEqual([`charge ${3 * QUARTER}`, `refund ${-QUARTER}`]);
    const [mail] = await sent('refund');
    expect(mail).toContain('- Pacific Plumbing Irvine');
    expect(mail).not.toContain('Tustin');
    const [note] = await db
      .selectFrom('invoices')
      .select('facts')
      .where('payment_id', '=', paymentId)
      .where('kind', '=', 'credit-note')
      .execute();
    expect(note?.facts).toMatchObject({ quantity: 1, listing: [{ title: 'Pacific Plumbing Irvine' }] });
    expect((await refund(paymentId, { partIds: [part.id] })).status).toBe(400);
    await expectConsistent();
  });

  it('of every part, one after the other, returns the payment', async () => {
    const { intentId, paymentId } = await pay();
    for (const { id } of (await getPayment(paymentId)).parts) {
      expect((await refund(paymentId, { partIds: [id] })).status).toBe(200);
    }
    expect(await readLevels()).toEqual(['free', 'free', 'free']);
    expect((await getOutcome(intentId)).outcome).toBe('canceled');
    expect((await refund(paymentId)).status).toBe(409);
    await expectConsistent();
  });

  it('of the whole ends all its terms', async () => {
    const { paymentId } = await pay();
    expect((await refund(paymentId)).body.refundedCents).toBe(3 * QUARTER);
    expect(await readLevels()).toEqual(['free', 'free', 'free']);
    expect((await sent('refund'))[0]).toContain('- Pacific Plumbing Orange');
    await expectConsistent();
  });

  it('that the card service refuses leaves the part as it was', async () => {
    const { paymentId } = await pay();
    const [part] = (await getPayment(paymentId)).parts;
    const refusal = { error: { type: 'invalid_request_error', message: 'No such thing', code: 'charge_disputed' } };
    stripe.respondWith(
      (response) => response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal)),
      'POST /v1/refunds',
    );
    expect((await refund(paymentId, { partIds: [part.id] })).status).toBe(409);
    stripe.respondWith(undefined);
    expect((await getPayment(paymentId)).parts[0]).toMatchObject({ isReturned: false, term: { endedAt: null } });
    expect(await readLevels()).toEqual(['premium', 'premium', 'premium']);
    await expectConsistent();
  });

  it.each<[string, (parts: number[], other: number) => object]>([
    ['a part of another payment', (_parts, other) => ({ partIds: [other] })],
    ['no parts', () => ({ partIds: [] })],
    ['more than was paid for the part', ([part]) => ({ partIds: [part], amountCents: QUARTER + 1 })],
  ])('is refused for %s', async (_what, toBody) => {
    const { paymentId } = await pay();
    const parts = (await getPayment(paymentId)).parts.map(({ id }: { id: number }) => id);
    const listings = [await makeListing(db, { owner_id: ownerId }), await makeListing(db, { owner_id: ownerId })];
    const other = await pay({ listingIds: listings.map(({ id }) => id) });
    const [otherPart] = (await getPayment(other.paymentId)).parts;
    expect((await refund(paymentId, toBody(parts, otherPart.id))).status).toBe(400);
    expect((await getPayment(paymentId)).refundedCents).toBe(0);
  });

  it('is requested and withdrawn again by who paid, while it is open', async () => {
    const { paymentId } = await pay();
    const path = `/api/user/payments/${paymentId}/refund-requests`;
    const [part] = (await getPayment(paymentId)).parts;
    const request = { reason: 'It closed', partIds: [part.id] };
    expect((await owner.send('DELETE', path)).status).toBe(404);
    expect((await owner.post(path, request)).status).toBe(201);
    const other = await api.signedInVisitor((await makeAccount(db)).id);
    expect((await other.send('DELETE', path)).status).toBe(404);
    expect((await owner.send('DELETE', path)).status).toBe(200);
    expect((await getPayment(paymentId)).refundRequest).toBeNull();
    const listed = (await administrator.get('/api/admin/payments?refundRequested=true')).body;
    expect(listed.map(({ id }: { id: number }) => id)).not.toContain(paymentId);
    await waitForEmptyMailQueue(db);
    expect(emails.find(({ subject }) => subject.includes(`withdrawn: payment ${paymentId} `))?.text).toContain(
      '- “Pacific Plumbing Irvine”: $270.00',
    );

    expect((await owner.post(path, request)).status).toBe(201);
    const answer = { answer: 'It did bring somebody' };
    expect((await administrator.post(`/api/admin/payments/${paymentId}/decline-refund`, answer)).status).toBe(200);
    expect((await owner.send('DELETE', path)).status).toBe(404);
    expect((await sent('Your refund request'))[0]).toContain('Only for:\n- “Pacific Plumbing Irvine”');
  });

  it('is requested ten times a day at most', async () => {
    const { paymentId } = await pay();
    const path = `/api/user/payments/${paymentId}/refund-requests`;
    for (let time = 1; time <= 10; time++) {
      expect((await owner.post(path, { reason: 'It closed' })).status).toBe(201);
      expect((await owner.send('DELETE', path)).status).toBe(200);
    }
    expect((await owner.post(path, { reason: 'It closed' })).status).toBe(429);
  });

  it('is requested for parts, and granted for them', async () => {
    const { paymentId } = await pay();
    const [, part] = (await getPayment(paymentId)).parts;
    const request = { reason: 'It closed', partIds: [part.id] };
    const other = await api.signedInVisitor((await makeAccount(db)).id);
    expect((await other.post(`/api/user/payments/${paymentId}/refund-requests`, request)).status).toBe(404);
    expect(
      (await owner.post(`/api/user/payments/${paymentId}/refund-requests`, { ...request, partIds: [paymentId] }))
        .status,
    ).toBe(400);
    expect((await owner.post(`/api/user/payments/${paymentId}/refund-requests`, request)).status).toBe(201);
    const [asked] = (await administrator.get('/api/admin/payments?refundRequested=true')).body;
    expect(asked).toMatchObject({ id: paymentId, refundRequest: { status: 'open', partIds: [part.id] } });
    await waitForEmptyMailQueue(db);
    expect(emails.find(({ subject }) => subject.includes('Refund requested'))?.text).toContain(
      'Only for:\n- “Pacific Plumbing Tustin”: $270.00',
    );
    await refund(paymentId, { partIds: [part.id] });
    expect((await getPayment(paymentId)).refundRequest).toMatchObject({ status: 'granted' });
    expect(await readLevels()).toEqual(['premium', 'free', 'premium']);
  });

  it('in the dashboard ends all terms if it is of everything, else none', async () => {
    const { intentId, paymentId } = await pay();
    await stripe.refund(intentId, QUARTER);
    await getOutcome(intentId);
    expect(await readLevels()).toEqual(['premium', 'premium', 'premium']);
    await stripe.refund(intentId);
    await getOutcome(intentId);
    expect(await readLevels()).toEqual(['free', 'free', 'free']);
    expect((await getPayment(paymentId)).refundedCents).toBe(3 * QUARTER);
    await expectConsistent();
  });
});

describe('A part of a payment', () => {
  it('is no payment of its own: it has no page, invoice, refund or cancellation', async () => {
    const { paymentId } = await pay();
    const [{ id }] = (await getPayment(paymentId)).parts;
    expect((await owner.get(`/api/user/payments/${id}`)).status).toBe(404);
    expect((await owner.get(`/api/user/payments/${id}/invoice.pdf`)).status).toBe(404);
    expect((await administrator.get(`/api/admin/payments/${id}/invoice.pdf`)).status).toBe(404);
    expect((await owner.post(`/api/user/payments/${id}/cancel`, {})).status).toBe(404);
    expect((await owner.post(`/api/user/payments/${id}/refund-requests`, { reason: 'No' })).status).toBe(404);
    expect((await refund(id)).status).toBe(404);
    const listed = (await administrator.get('/api/admin/payments')).body;
    expect(listed.some((payment: { id: number }) => payment.id === id)).toBe(false);
  });

  it('of an order that nobody paid stays open and ends with it', async () => {
    const intent = await createPaymentIntent(owner, order());
    await sql`update payments set created_at = now() - interval '2 hours' where account_id = ${ownerId}`.execute(db);
    await reconcile();
    const readStatuses = async () => {
      const rows = await db.selectFrom('payments').select('status').where('account_id', '=', ownerId).execute();
      return rows.map(({ status }) => status);
    };
    expect(await readStatuses()).toEqual(['open', 'open', 'open', 'open']);
    const { paymentId } = await getOutcome(intent.intentId);
    expect((await owner.post(`/api/user/payments/${paymentId}/cancel`, {})).status).toBe(200);
    expect(await readStatuses()).toEqual(['canceled', 'canceled', 'canceled', 'canceled']);
  });

  it('is detached from a deleted account with its payment', async () => {
    const { paymentId } = await pay();
    await sql`update payments set account_id = null where account_id = ${ownerId}`.execute(db);
    const { rows } =
      await sql`select from payments where (id = ${paymentId} or part_of = ${paymentId}) and account_id is not null`.execute(
        db,
      );
    expect(rows).toEqual([]);
    await expectConsistent();
  });
});

describe('A dispute', () => {
  it('takes a credit of a part out of use, and ends all terms when it is lost', async () => {
    const intent = await createPaymentIntent(owner, order());
    const [hidden = 0] = ids;
    await hide(hidden);
    await stripe.pay(intent);
    await getOutcome(intent.intentId);
    expect((await owner.get('/api/user/credits')).body).toHaveLength(1);
    const [charge] = await stripe.findObjects('charge', intent.intentId);
    const dispute = { id: `dp_${intent.intentId}`, object: 'dispute', charge: charge?.id };
    await stripe.updateObject(charge?.id as string, { disputed: true });
    await stripe.insertObject({ ...dispute, amount: 3 * QUARTER, status: 'needs_response' });
    await getOutcome(intent.intentId);
    expect((await owner.get('/api/user/credits')).body).toEqual([]);
    expect(await readLevels()).toEqual(['free', 'premium', 'premium']);
    await stripe.updateObject(dispute.id, { status: 'lost' });
    await getOutcome(intent.intentId);
    expect(await readLevels()).toEqual(['free', 'free', 'free']);
    await expectConsistent();
  });
});
