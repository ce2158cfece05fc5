import { type Kysely, sql } from 'kysely';
import type { Intent, IntentRequest } from '#contract/checkout.ts';
import { PAID_PLANS, type PaidPlanId, PLANS } from '#contract/payments.ts';
import type { DB } from '../db/schema.ts';
import { Conflict, Invalid, Unavailable } from '../http/errors.ts';
import { spend } from '../http/limits.ts';
import { noSuchAd } from '../listings/listings.ts';
import { lockOwner, saveDraft } from '../listings/posting.ts';
import type { IntentState } from '../stripe/card-payments.ts';
import type { PaymentParts } from './payment-parts.ts';
import { noSuchPayment, settle } from './settlement.ts';

const INTENTS = { most: 30, seconds: 60 * 60 };

/**
 * Sets out to pay for a plan. The price is the plan's, whatever the browser sent. What is to be paid for is bound to the
 * account and, where there is one, to the listing; an intent for the same that is open still is used again.
 * @throws {Invalid} for an amount that is no plan's price
 * @throws {NotFound} {Conflict} for a listing that is not the account's, or cannot be paid for
 * @throws {TooMany} after 30 in an hour
 * @throws {Unavailable} 'Failed to create payment intent' when the provider cannot be reached
 */
export async function createIntent(
  parts: PaymentParts,
  { accountId, request, key }: { accountId: number; request: IntentRequest; key?: string },
): Promise<Intent> {
  const { db, cards, reached } = parts;
  if (cards.mode === 'unavailable') throw new Unavailable('Card payment is not set up here.', 3600);
  const plan = planAskedFor(request);
  const listingId = 'adData' in request ? await draftOf(parts, accountId, request.adData, key) : listingOf(request);
  await spend(db, `intent:${accountId}`, INTENTS);
  const order = { accountId, plan, listingId };
  const payment = await db.transaction().execute(async (trx) => {
    await lockOwner(trx, accountId);
    await checkListing(trx, order);
    return (await findOpen(trx, order)) ?? (await make(trx, order));
  });
  await reached?.('the payment row is there');
  const state = await askProvider(parts, payment, order);
  await reached?.('the provider has made the intent');
  // Whoever asks at the same time writes the same.
  await db.updateTable('payments').set({ intent_id: state.id }).where('id', '=', payment.id).execute();
  await reached?.('the intent is known');
  return {
    clientSecret: state.clientSecret,
    intentId: state.id,
    plan,
    amountCents: state.amountCents,
    listing: await titleOf(db, listingId),
  };
}

/** The older bodies name an amount: it must be a plan's, and only says which. */
function planAskedFor(request: IntentRequest): PaidPlanId {
  if ('plan' in request) return request.plan;
  if ('adData' in request) return 'monthly';
  const plan = PAID_PLANS.find(({ priceCents }) => priceCents === request.amount);
  if (!plan) {
    const message = 'This is the price of no plan.';
    throw new Invalid(message, [{ path: 'amount', message }]);
  }
  return plan.id;
}

const listingOf = (request: IntentRequest) => ('plan' in request ? (request.listingId ?? null) : null);

async function draftOf(
  parts: PaymentParts,
  ownerId: number,
  fields: Parameters<typeof saveDraft>[1]['fields'],
  key?: string,
) {
  const { ad } = await saveDraft(parts, { ownerId, fields, key });
  return ad.id;
}

type Order = { accountId: number; plan: PaidPlanId; listingId: number | null };

const RANK = { free: 0, enhanced: 1, premium: 2 };

/** A listing must be the account's and one that can be shown, and must not be better already. */
async function checkListing(db: Kysely<DB>, { accountId, plan, listingId }: Order): Promise<void> {
  if (listingId === null) return;
  const listing = await db
    .selectFrom('listings')
    .select(['status', 'level', 'paid_until'])
    .where('id', '=', listingId)
    .where('owner_id', '=', accountId)
    .executeTakeFirst();
  if (!listing) throw noSuchAd();
  if (listing.status === 'hidden' || listing.status === 'deleted') {
    throw new Conflict(`This listing is ${listing.status}: it cannot be paid for.`);
  }
  const isRunning = listing.paid_until !== null && listing.paid_until > new Date();
  if (isRunning && RANK[listing.level] > RANK[PLANS[plan].level]) {
    throw new Conflict('This listing is premium already. Choose a premium plan to prolong it.');
  }
}

type Open = { id: number; intent_id: string | null };

async function findOpen(db: Kysely<DB>, { accountId, plan, listingId }: Order): Promise<Open | undefined> {
  return db
    .selectFrom('payments')
    .select(['id', 'intent_id'])
    .where('account_id', '=', accountId)
    .where('plan', '=', plan)
    .where('status', '=', 'open')
    .where(sql<boolean>`listing_id is not distinct from ${listingId}`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

async function make(db: Kysely<DB>, { accountId, plan, listingId }: Order): Promise<Open> {
  const { level, months, priceCents } = PLANS[plan];
  const { rows } = await sql<Open>`
    insert into payments (account_id, username, listing_id, plan, level, months, amount_cents)
    select id, username, ${listingId}, ${plan}, ${level}, ${months}, ${priceCents} from accounts where id = ${accountId}
    returning id, intent_id`.execute(db);
  return rows[0] as Open;
}

/** The intent of a payment, made anew if the one it had was paid or called off meanwhile. */
async function askProvider(parts: PaymentParts, { id, intent_id }: Open, order: Order): Promise<IntentState> {
  const { cards, log } = parts;
  const { name, priceCents } = PLANS[order.plan];
  try {
    if (intent_id !== null) {
      const { state, payment } = await settle(parts, intent_id);
      if (payment.status !== 'open')
        throw new Conflict('This was paid or called off a moment ago. Please look at your account.');
      return state;
    }
    const made = { ...order, paymentId: id, amountCents: priceCents, currency: 'usd', description: name } as const;
    return await cards.createIntent(made);
  } catch (error) {
    if (error instanceof Conflict) throw error;
    log.error({ err: error, payment: id }, 'no intent was made');
    throw new Unavailable('Failed to create payment intent', 30);
  }
}

async function titleOf(db: Kysely<DB>, listingId: number | null) {
  if (listingId === null) return null;
  const listing = await db
    .selectFrom('listings')
    .select(['id', 'title'])
    .where('id', '=', listingId)
    .executeTakeFirst();
  return listing ?? null;
}

/**
 * Calls off a payment that was not made.
 * @throws {NotFound} when it is another's
 * @throws {Conflict} when it was paid meanwhile
 */
export async function cancel(parts: PaymentParts, { accountId, paymentId }: { accountId: number; paymentId: number }) {
  const { db, cards } = parts;
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'intent_id', 'status'])
    .where('id', '=', paymentId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!payment) throw noSuchPayment();
  if (payment.status === 'canceled') return;
  if (payment.intent_id !== null) {
    await cards.cancelIntent(payment.intent_id);
    const settled = await settle(parts, payment.intent_id);
    if (settled.payment.status !== 'canceled') throw new Conflict('This was paid already.');
    return;
  }
  await db
    .updateTable('payments')
    .set({ status: 'canceled' })
    .where('id', '=', payment.id)
    .where('status', '=', 'open')
    .execute();
}
