import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_PRICES_CENTS } from '#contract/plans/plans.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { reconcilePending } from '#server/payments/reconcile-pending.ts';
import { Unavailable } from '#server/platform/http/errors.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { endPaidTimeIn, remindOfRenewal } from '#tests/fixtures/renewal-factories.ts';
import { createTestApi, PASSWORD, type Visitor } from '#tests/support/api.ts';
import { openMailQueue, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { createPaymentIntent, setPrice, TEST_CARDS } from '#tests/support/payments.ts';
import { openPaymentDeps } from '#tests/support/reconcile-payments.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';
import { chargeDueRenewals } from './charges.ts';
import { deleteUnneededCustomers } from './customers.ts';
import { sendRenewalReminders } from './reminders.ts';

const stripe = await startStripeServer();
const api = await createTestApi({ env: stripe.env });
const { db } = api;
// After the queue, which closes the app.
afterAll(() => stripe.close());
const { emails, jobs } = await openMailQueue(api, 1);

const MONTH = FIRST_PRICES_CENTS.monthly;
const DECLINED_LATER = '4000000000000341';

let deps: PaymentDeps;
let administrator: Visitor;
let ownerId: number;
let owner: Visitor;
let email: string;
let listingId: number;
beforeAll(async () => {
  administrator = await api.signedInVisitor((await makeAccount(db, { id: 1, username: 'admin', email: null })).id);
  deps = await openPaymentDeps(db, stripe.env, jobs);
});
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  const account = await makeAccount(db, { email_confirmed_at: new Date() });
  ownerId = account.id;
  email = account.email as string;
  owner = await api.signedInVisitor(ownerId);
  ({ id: listingId } = await makeListing(db, { owner_id: ownerId, title: 'Golden Hour Plumbing' }));
  emails.length = 0;
});

const pay = async (card: string = TEST_CARDS.success, body: object = {}) => {
  const intent = await createPaymentIntent(owner, { plan: 'monthly', listingId, renewalCents: MONTH, ...body });
  await stripe.pay(intent, card);
  await owner.get(`/api/user/payment-intents/${intent.intentId}`);
  return intent;
};
const endIn = (hours: number) => endPaidTimeIn(db, listingId, hours);
const remind = (days: number) => remindOfRenewal(db, listingId, days);
const comeDue = async () => {
  await endIn(48);
  await remind(20);
};
const dueAgain = () =>
  sql`update auto_renewal_charges set next_attempt_at = now() - interval '1 second' where listing_id = ${listingId} and next_attempt_at is not null`.execute(
    db,
  );
const findPayments = () =>
  db.selectFrom('payments').select(['id', 'status']).where('listing_id', '=', listingId).orderBy('id').execute();
const findTerms = () => db.selectFrom('terms').select('id').where('listing_id', '=', listingId).execute();
const findRenewal = () =>
  db
    .selectFrom('auto_renewals')
    .selectAll()
    .where('listing_id', '=', listingId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
const sent = async (subject: string) => {
  await waitForEmptyMailQueue(db);
  return emails.filter((mail) => mail.to === email && mail.subject.includes(subject)).map(({ text }) => text);
};
const findCustomer = async () => {
  const { customer_id } = await db
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('account_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return customer_id as string;
};
const isAtProvider = async (id: string) => {
  const customers = await stripe.listObjects('customer');
  return customers.some((customer) => customer.id === id);
};
const listRenewals = async () => (await owner.get('/api/user/auto-renewals')).body;

describe('Agreeing to renew', () => {
  it('is recorded with the payment, and acknowledged by email with the terms and how to stop it', async () => {
    await pay();
    const [payment] = await findPayments();
    const consent = await db
      .selectFrom('auto_renewal_consents')
      .selectAll()
      .where('payment_id', '=', payment?.id as number)
      .executeTakeFirstOrThrow();
    expect(consent).toMatchObject({ plan: 'monthly', amount_cents: MONTH, language: 'en', terms_version: 1 });
    const [mail] = await sent('renews automatically');
    expect(mail).toContain('every month we charge $100.00');
    expect(mail).toContain('/stop-renewal');
    expect(await listRenewals()).toMatchObject([
      { listing: { id: listingId }, amountCents: MONTH, card: { last4: '4242' } },
    ]);
    await expect(sql`update auto_renewal_consents set amount_cents = 1`.execute(db)).rejects.toThrow('append-only');
  });

  it('is not needed: without it nothing renews, and no card is saved', async () => {
    await pay(TEST_CARDS.success, { renewalCents: undefined });
    expect(await listRenewals()).toEqual([]);
    await comeDue();
    await chargeDueRenewals(deps);
    expect(await findPayments()).toHaveLength(1);
  });

  it('to another price than the one of the plan charges nothing', async () => {
    const { status } = await owner.post('/api/create-payment-intent', { plan: 'monthly', listingId, renewalCents: 1 });
    expect(status).toBe(409);
    expect(await findPayments()).toEqual([]);
  });
});

describe('The charge', () => {
  it('is made once for each end of paid time, however often and by how many it is tried', async () => {
    await pay();
    await comeDue();
    await Promise.all([chargeDueRenewals(deps), chargeDueRenewals(deps), chargeDueRenewals(deps)]);
    await chargeDueRenewals(deps);
    expect(await findPayments()).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
    expect(await findTerms()).toHaveLength(2);
    expect((await sent('Receipt')).at(-1)).toContain('This plan renews automatically');
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('is not made before its day', async () => {
    await pay();
    await endIn(5 * 24);
    await chargeDueRenewals(deps);
    expect(await findPayments()).toHaveLength(1);
  });

  it('that the bank declines is tried on three days, each told by email, and then the renewal ends', async () => {
    await pay(DECLINED_LATER);
    await endIn(70);
    await remind(20);
    for (let day = 0; day < 5; day++) {
      await chargeDueRenewals(deps);
      // The link of an email is made when it is sent, which is on that day.
      await waitForEmptyMailQueue(db);
      await dueAgain();
    }
    expect(await sent('declined')).toHaveLength(3);
    expect(await findPayments()).toMatchObject([{ status: 'paid' }, { status: 'open' }]);
    expect(await findRenewal()).toMatchObject({ end_reason: 'declined' });
    expect(await findTerms()).toHaveLength(1);
  });

  it('that the holder has to confirm is paid by hand, by the same intent', async () => {
    const first = await createPaymentIntent(owner, { plan: 'monthly', listingId, renewalCents: MONTH });
    await stripe.pay(first, TEST_CARDS.authenticationRequired);
    await stripe.simulator.authenticate(first.intentId, first.clientSecret, true);
    await owner.get(`/api/user/payment-intents/${first.intentId}`);
    await comeDue();
    await chargeDueRenewals(deps);
    await dueAgain();
    await chargeDueRenewals(deps);
    expect((await sent('confirm your payment')).length).toBe(1);
    const byHand = await createPaymentIntent(owner, { plan: 'monthly', listingId });
    const [, renewal] = await db
      .selectFrom('payments')
      .selectAll()
      .where('listing_id', '=', listingId)
      .orderBy('id')
      .execute();
    expect(byHand.intentId).toBe(renewal?.intent_id);
    await stripe.pay(byHand);
    await owner.get(`/api/user/payment-intents/${byHand.intentId}`);
    expect(await findTerms()).toHaveLength(2);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('whose answer was lost is found by the next run', async () => {
    await pay();
    await comeDue();
    stripe.respondWith((response) => response.writeHead(500).end('{}'), 'POST /v1/payment_intents/');
    await chargeDueRenewals(deps);
    stripe.respondWith(undefined);
    await dueAgain();
    await chargeDueRenewals(deps);
    expect(await findPayments()).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
    expect(await findTerms()).toHaveLength(2);
  });

  it.each(['createIntent', 'chargeSavedCard', 'retrieveIntent'] as const)(
    'is neither lost nor made twice when the process dies after the provider answered %s',
    async (step) => {
      await pay();
      await comeDue();
      const dying = {
        ...deps.cards,
        [step]: async (...args: [never]) => {
          await deps.cards[step](...args);
          throw new Error('killed');
        },
      };
      await chargeDueRenewals({ ...deps, cards: dying });
      await reconcilePending(deps);
      await dueAgain();
      await Promise.all([chargeDueRenewals(deps), chargeDueRenewals(deps)]);
      expect(await findPayments()).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
      expect(await findTerms()).toHaveLength(2);
      const charges = await stripe.listObjects('charge');
      const customer = await findCustomer();
      const intents = (await stripe.listObjects('payment_intent')).filter((intent) => intent.customer === customer);
      expect(charges.filter(({ payment_intent }) => intents.some(({ id }) => id === payment_intent))).toHaveLength(2);
      expect(await findViolatedInvariants(db)).toEqual([]);
    },
  );

  it('has a key of its own each day, and the same one again when its answer was lost', async () => {
    await pay(DECLINED_LATER);
    await endIn(70);
    await remind(20);
    const keys: string[] = [];
    const cards: PaymentDeps['cards'] = {
      ...deps.cards,
      chargeSavedCard: async (order) => {
        const outcome = await deps.cards.chargeSavedCard(order);
        if (keys.push(order.key) === 1) throw new Unavailable('The answer was lost.', 1);
        return outcome;
      },
    };
    for (let i = 0; i < 4; i++) {
      await chargeDueRenewals({ ...deps, cards });
      await dueAgain();
    }
    const [first, again, second, third] = keys;
    expect(again).toBe(first);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it('is not made when its owner stops the renewal while it is prepared', async () => {
    await pay();
    await comeDue();
    const cards: PaymentDeps['cards'] = {
      ...deps.cards,
      createIntent: async (order) => {
        const intent = await deps.cards.createIntent(order);
        expect((await owner.send('DELETE', `/api/user/ads/${listingId}/auto-renewal`)).status).toBe(200);
        return intent;
      },
    };
    await chargeDueRenewals({ ...deps, cards });
    await reconcilePending(deps);
    expect(await findPayments()).toMatchObject([{ status: 'paid' }, { status: 'canceled' }]);
    expect(await findTerms()).toHaveLength(1);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('of a year is not made unless its owner was reminded fifteen days before', async () => {
    await pay(TEST_CARDS.success, { plan: 'annual', renewalCents: FIRST_PRICES_CENTS.annual });
    await endIn(48);
    await remind(14);
    await chargeDueRenewals(deps);
    expect(await findPayments()).toHaveLength(1);
    await remind(15);
    await chargeDueRenewals(deps);
    expect(await findPayments()).toHaveLength(2);
  });

  it('is not made unless its owner was reminded early enough', async () => {
    await pay();
    await endIn(48);
    await chargeDueRenewals(deps);
    await sendRenewalReminders(deps);
    await chargeDueRenewals(deps);
    await remind(2);
    await chargeDueRenewals(deps);
    expect(await findPayments()).toHaveLength(1);
    await remind(3);
    await chargeDueRenewals(deps);
    expect(await findPayments()).toHaveLength(2);
  });

  it('is not made for Enhanced any more once the listing is Premium', async () => {
    await pay(TEST_CARDS.success, { plan: 'enhanced', renewalCents: FIRST_PRICES_CENTS.enhanced });
    const { renewal } = (await owner.get(`/api/user/ads/${listingId}/order?plan=monthly`)).body;
    expect(renewal).toMatchObject({
      amountCents: MONTH,
      running: { amountCents: FIRST_PRICES_CENTS.enhanced, ends: true },
    });
    await pay(TEST_CARDS.success, { renewalCents: undefined });
    expect(await findRenewal()).toMatchObject({ end_reason: 'replaced' });
  });

  it('is not made for a suspended owner, a hidden listing, or somebody else’s', async () => {
    await pay();
    await comeDue();
    await sql`update accounts set is_active = false, suspended_at = now(), suspension_reason = 'A test' where id = ${ownerId}`.execute(
      db,
    );
    await chargeDueRenewals(deps);
    await sql`update accounts set is_active = true, suspended_at = null, suspension_reason = null where id = ${ownerId}`.execute(
      db,
    );
    await sql`
      update listings set status = 'hidden', hidden_from = status, hidden_reason = 'A test', hidden_at = now() where id = ${listingId}`.execute(
      db,
    );
    await chargeDueRenewals(deps);
    expect(await findPayments()).toHaveLength(1);
  });

  it('of a price that changed after the reminder is none, and the owner hears it', async () => {
    await pay();
    await comeDue();
    expect((await setPrice(administrator, 12_000)).status).toBeLessThan(300);
    try {
      await chargeDueRenewals(deps);
      expect(await findRenewal()).toMatchObject({ end_reason: 'price-changed' });
      expect(await sent('the price changed')).toHaveLength(1);
      expect(await findPayments()).toHaveLength(1);
    } finally {
      await setPrice(administrator, MONTH);
    }
  });

  it('of another price is none: the owner hears it before', async () => {
    await pay();
    await endIn(7 * 24);
    expect((await setPrice(administrator, 12_000)).status).toBeLessThan(300);
    try {
      await sendRenewalReminders(deps);
      await comeDue();
      await chargeDueRenewals(deps);
      expect(await findRenewal()).toMatchObject({ end_reason: 'price-changed' });
      expect(await sent('the price changed')).toHaveLength(1);
      expect(await findPayments()).toHaveLength(1);
    } finally {
      await setPrice(administrator, MONTH);
    }
  });
});

describe('The reminder', () => {
  it('is sent once before each charge, with the day, the price and a link that stops it without signing in', async () => {
    await pay();
    await endIn(7 * 24);
    await sendRenewalReminders(deps);
    await sendRenewalReminders(deps);
    const mails = await sent('renews soon');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('$100.00');
    const token = /stop-renewal#token=([\w-]+)/.exec(mails[0] ?? '')?.[1];
    const visitor = api.visitor();
    expect((await visitor.post('/api/auto-renewals/stop', { token: 'x'.repeat(43) })).status).toBe(404);
    expect(await visitor.post('/api/auto-renewals/stop', { token })).toMatchObject({
      status: 200,
      body: { title: 'Golden Hour Plumbing' },
    });
    expect((await visitor.post('/api/auto-renewals/stop', { token })).status).toBe(404);
    await comeDue();
    await chargeDueRenewals(deps);
    expect(await findPayments()).toHaveLength(1);
    expect(await sent('won’t renew')).toHaveLength(1);
  });
});

describe('Stopping', () => {
  it('is one request of the owner, and of nobody else', async () => {
    await pay();
    const other = await api.signedInVisitor((await makeAccount(db)).id);
    expect((await other.send('DELETE', `/api/user/ads/${listingId}/auto-renewal`)).status).toBe(404);
    expect((await owner.send('DELETE', `/api/user/ads/${listingId}/auto-renewal`)).status).toBe(200);
    expect(await listRenewals()).toEqual([]);
    expect((await owner.send('DELETE', `/api/user/ads/${listingId}/auto-renewal`)).status).toBe(404);
  });

  it('cancels a charge that the bank declined before', async () => {
    await pay(DECLINED_LATER);
    await comeDue();
    await chargeDueRenewals(deps);
    await owner.send('DELETE', `/api/user/ads/${listingId}/auto-renewal`);
    await reconcilePending(deps);
    expect(await findPayments()).toMatchObject([{ status: 'paid' }, { status: 'canceled' }]);
  });

  it('by removing the card deletes it at the provider, as the deletion of the account does', async () => {
    await pay();
    const removed = await findCustomer();
    expect(await isAtProvider(removed)).toBe(true);
    expect((await owner.send('DELETE', '/api/user/saved-card')).status).toBe(200);
    expect(await isAtProvider(removed)).toBe(false);
    await pay();
    const left = await findCustomer();
    expect((await owner.send('DELETE', '/api/user', { password: PASSWORD })).status).toBeLessThan(300);
    await deleteUnneededCustomers(deps);
    expect(await isAtProvider(left)).toBe(false);
    expect(await findRenewal()).toBeUndefined();
  });

  it('follows a refund that ends the plan', async () => {
    await pay();
    const [payment] = await findPayments();
    await administrator.post(`/api/admin/payments/${payment?.id}/refunds`, { reason: 'It brought nobody' });
    expect(await findRenewal()).toMatchObject({ end_reason: 'refunded' });
  });
});
