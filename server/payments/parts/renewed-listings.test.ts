import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { createPaymentIntent, TEST_CARDS } from '#tests/support/payments.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';

const stripe = await startStripeServer();
const api = await createTestApi({ env: stripe.env });
const { db, emails } = api;
afterAll(async () => {
  await api.close();
  await stripe.close();
});

const DAY_MS = 24 * 60 * 60 * 1000;

let ownerId: number;
let owner: Visitor;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  ownerId = (await makeAccount(db, { email_confirmed_at: new Date() })).id;
  owner = await api.signedInVisitor(ownerId);
});

/** A listing whose paid time ends in so many days, or ended as many days ago. */
async function makePaid(title: string, days: number, { plan = 'monthly', fields = {} } = {}) {
  const { id } = await makeListing(db, { owner_id: ownerId, title });
  const intent = await createPaymentIntent(owner, { plan, listingId: id });
  await stripe.pay(intent);
  await owner.get(`/api/user/payment-intents/${intent.intentId}`);
  // Counted in days, which no month clamps.
  const inDays = (count: number) =>
    sql`(now() at time zone 'America/Los_Angeles' + make_interval(days => ${count})) at time zone 'America/Los_Angeles'`;
  await sql`
    with moved as (
      update terms set months = 0, days = 30, anchor_months = 0, anchor_days = 30,
        starts_at = ${inDays(days - 30)}, anchor_at = ${inDays(days - 30)}, ends_at = ${inDays(days)}
      where listing_id = ${id} returning ends_at)
    update listings set paid_until = moved.ends_at, expires_at = moved.ends_at + interval '30 days' from moved
    where id = ${id}`.execute(db);
  if (Object.keys(fields).length > 0) await db.updateTable('listings').set(fields).where('id', '=', id).execute();
  return id;
}

const preview = (ids: number[], plan = 'monthly') => owner.get(`/api/user/order?plan=${plan}&ads=${ids.join()}`);
const order = (listingIds: number[], plan = 'monthly') =>
  owner.post('/api/create-payment-intent', { plan, listingIds });
const daysFromNow = (at: string) => Math.round((Date.parse(at) - Date.now()) / DAY_MS) || 0;
const isPublic = async (id: number) => (await api.visitor().get(`/api/ads/${id}`)).status === 200;

const HIDDEN = { status: 'hidden', hidden_from: 'active', hidden_reason: 'A test', hidden_at: new Date() };

describe('Listings whose paid time ends or has ended, renewed together', () => {
  it('each begin where theirs ends, or now where it has ended, as the checkout said', async () => {
    const ids = [await makePaid('Ends soon', 5), await makePaid('Ends today', 0), await makePaid('Ended', -20)];
    // Its month as a free listing is over too.
    ids.push(await makePaid('Not shown anymore', -59));
    expect(await Promise.all(ids.map(isPublic))).toEqual([true, true, true, false]);
    const shown = (await preview(ids)).body;
    expect(shown.excluded).toEqual([]);
    expect(
      shown.listings.map(({ title, amountCents }: { title: string; amountCents: number }) => [title, amountCents]),
    ).toEqual(['Ends soon', 'Ends today', 'Ended', 'Not shown anymore'].map((title) => [title, 10_000]));
    expect(shown.listings.map(({ term }: { term: { startsAt: string } }) => daysFromNow(term.startsAt))).toEqual([
      5, 0, 0, 0,
    ]);

    await waitForEmptyMailQueue(db);
    emails.length = 0;
    const intent = await createPaymentIntent(owner, { plan: 'monthly', listingIds: ids });
    await stripe.pay(intent);
    const { paymentId } = (await owner.get(`/api/user/payment-intents/${intent.intentId}`)).body;
    const { parts, amountCents } = (await owner.get(`/api/user/payments/${paymentId}`)).body;
    expect(amountCents).toBe(40_000);
    for (const [n, { term }] of parts.entries()) {
      const promised = shown.listings[n].term;
      expect(Math.abs(Date.parse(term.startsAt) - Date.parse(promised.startsAt))).toBeLessThan(DAY_MS / 2);
      expect(Math.abs(Date.parse(term.endsAt) - Date.parse(promised.endsAt))).toBeLessThan(DAY_MS / 2);
    }
    const { rows } = await sql<{ contiguous: boolean }>`
      select t.starts_at = before.ends_at as contiguous from terms t
      join terms before on before.listing_id = t.listing_id and before.id < t.id
      where t.listing_id = ${ids[0]}`.execute(db);
    expect(rows).toEqual([{ contiguous: true }]);
    expect(await Promise.all(ids.map(isPublic))).toEqual([true, true, true, true]);

    await waitForEmptyMailQueue(db);
    const receipts = emails.filter(({ subject }) => subject.includes('Receipt'));
    expect(receipts).toHaveLength(1);
    for (const title of ['Ends soon', 'Ends today', 'Ended', 'Not shown anymore'])
      expect(receipts[0]?.text).toContain(`${title}: Premium`);
    // What ended in the other tests keeps its level until it is paid for again.
    const violated = await findViolatedInvariants(db);
    expect(violated.filter((name) => !name.startsWith('a listing has what its terms say'))).toEqual([]);
  });

  it('keep their level with its plan, and say it to their owner after its end', async () => {
    const ids = [await makePaid('One', 3, { plan: 'enhanced' }), await makePaid('Two', -3, { plan: 'enhanced' })];
    const listed = (await owner.get('/api/user/ads')).body as { id: number; level: string; paidLevel: string }[];
    expect(ids.map((id) => listed.find((listing) => listing.id === id))).toMatchObject([
      { level: 'enhanced', paidLevel: 'enhanced' },
      { level: 'free', paidLevel: 'enhanced' },
    ]);
    expect((await preview(ids, 'enhanced')).body.amountCents).toBe(10_000);
  });

  it.each<[what: string, fields: object, reason: string]>([
    ['hidden', HIDDEN, 'This listing is hidden, so you can’t pay for it.'],
    [
      'deleted',
      { status: 'deleted', deleted_from: 'active', deleted_at: new Date() },
      'This listing is deleted, so you can’t pay for it.',
    ],
  ])('leave out one that is %s, by name, and an order with it is refused by name', async (_what, fields, reason) => {
    const renewed = await makePaid('Acme Irvine', 3);
    const refused = await makePaid('Acme Tustin', 3, { fields });
    const { body } = await preview([renewed, refused]);
    expect(body.listings.map(({ title }: { title: string }) => title)).toEqual(['Acme Irvine']);
    expect(body.excluded).toEqual([{ id: refused, title: 'Acme Tustin', reason }]);
    const { status, body: answer } = await order([renewed, refused]);
    expect([status, answer.message]).toEqual([409, `“Acme Tustin”: ${reason}`]);
  });

  it('are refused with every name where none can be paid for', async () => {
    const ids = [
      await makePaid('Acme Irvine', 3, { fields: HIDDEN }),
      await makePaid('Acme Tustin', 3, { fields: HIDDEN }),
    ];
    const { status, body } = await preview(ids);
    const reason = 'This listing is hidden, so you can’t pay for it.';
    expect([status, body.message]).toEqual([409, `“Acme Irvine”: ${reason} “Acme Tustin”: ${reason}`]);
  });

  it('are refused with the number of one of another account, whose name it does not learn', async () => {
    const own = await makePaid('Acme Irvine', 3);
    const foreign = await makeListing(db, { title: 'Another Business' });
    for (const { status, body } of [await preview([own, foreign.id]), await order([own, foreign.id])]) {
      expect([status, body.message]).toEqual([404, `This number is no listing of your account: ${foreign.id}.`]);
    }
  });

  it('stay as they were when the card is declined', async () => {
    const ids = [await makePaid('Ends soon', 5), await makePaid('Ended', -20)];
    const read = () => db.selectFrom('listings').selectAll().where('id', 'in', ids).orderBy('id').execute();
    const before = await read();
    const intent = await createPaymentIntent(owner, { plan: 'monthly', listingIds: ids });
    await stripe.pay(intent, TEST_CARDS.declined);
    expect((await owner.get(`/api/user/payment-intents/${intent.intentId}`)).body.outcome).toBe('open');
    expect(await read()).toEqual(before);
  });
});
