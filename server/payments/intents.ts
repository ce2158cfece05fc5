import { type Kysely, sql } from 'kysely';
import type { PaymentIntentRequest, PaymentIntentResponse } from '#contract/payments.ts';
import { PAID_PLANS, type PaidPlanId, PLANS } from '#contract/plans.ts';
import type { DB } from '../db/schema.ts';
import { Conflict, Invalid, NotFound, Unavailable } from '../http/errors.ts';
import { consumeRateLimit } from '../http/rate-limit.ts';
import { listingNotFound } from '../listings/read/listings.ts';
import { lockOwner, saveDraft } from '../listings/write/posting.ts';
import type { PaymentIntent } from '../stripe/payment-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findPayabilityError, type PaymentRow } from './redemption.ts';
import { paymentNotFound, settle } from './settlement.ts';

const INTENT_RATE_LIMIT = { limit: 30, windowSeconds: 60 * 60 };
const RETRY_AFTER_SECONDS = 30;

/**
 * Creates the intent to pay for a plan, at the price of the plan whatever the browser sent. The payment belongs to the account and,
 * if there is one, to the listing. An open intent for the same plan and listing is reused.
 * @throws {Invalid} for an amount that is not the price of a plan, or an incomplete draft
 * @throws {NotFound} {Conflict} for a listing of another account, or one that cannot be paid for
 * @throws {TooManyRequests} after 30 in an hour
 * @throws {Unavailable} 'Failed to create payment intent' when the provider cannot be reached
 */
export async function createPaymentIntent(
  deps: PaymentDeps,
  { accountId, request, idempotencyKey }: { accountId: number; request: PaymentIntentRequest; idempotencyKey?: string },
): Promise<PaymentIntentResponse> {
  const { db, cards } = deps;
  if (cards.mode === 'unavailable') throw new Unavailable('Card payment is not set up here.', 3600);
  const plan = toPlanId(request);
  const listingId =
    'adData' in request
      ? await saveListingDraft(deps, accountId, request.adData, idempotencyKey)
      : toListingId(request);
  await consumeRateLimit(db, `intent:${accountId}`, INTENT_RATE_LIMIT);
  const order = { accountId, plan, listingId };
  const state = (await getOrCreateIntent(deps, order)) ?? (await getOrCreateIntent(deps, order));
  if (!state) throw new Conflict('This was called off a moment ago. Please try again.');
  return {
    clientSecret: state.clientSecret,
    intentId: state.id,
    plan,
    amountCents: state.amountCents,
    listing: await findListingTitle(db, listingId),
  };
}

/** The open intent of an order, created if there is none. Null if the stored one has been canceled. */
async function getOrCreateIntent(deps: PaymentDeps, order: Order): Promise<PaymentIntent | null> {
  const { db, log } = deps;
  const payment = await db.transaction().execute(async (trx) => {
    await lockOwner(trx, order.accountId);
    await assertListingPayable(trx, order);
    return (await findOpenPayment(trx, order)) ?? (await insertPayment(trx, order));
  });
  try {
    return await (payment.intent_id === null
      ? createProviderIntent(deps, payment, order)
      : findReusableIntent(deps, payment.id, payment.intent_id));
  } catch (error) {
    if (error instanceof Conflict) throw error;
    log.error({ err: (error as Error).cause ?? error, payment: payment.id }, 'no intent was made');
    throw new Unavailable('Failed to create payment intent', RETRY_AFTER_SECONDS);
  }
}

async function createProviderIntent({ db, cards }: PaymentDeps, { id, reference }: OpenPayment, order: Order) {
  const { name, priceCents } = PLANS[order.plan];
  const state = await cards.createIntent({
    ...order,
    reference,
    paymentId: id,
    amountCents: priceCents,
    currency: 'usd',
    description: name,
  });
  // A concurrent request writes the same value: the reference makes the creation idempotent.
  await db.updateTable('payments').set({ intent_id: state.id }).where('id', '=', id).execute();
  return state;
}

async function findReusableIntent(deps: PaymentDeps, id: number, intentId: string): Promise<PaymentIntent | null> {
  try {
    const { state, payment } = await settle(deps, intentId);
    if (payment.status === 'open') return state;
    if (payment.status === 'canceled') return null;
    throw new Conflict('This was paid a moment ago. Please look at your account.');
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    // The intent belongs to another provider, such as the simulator that was used before.
    await markCanceled(deps, id);
    return null;
  }
}

/** The plan of a request. Older bodies send an amount, which only selects the plan with that price. */
function toPlanId(request: PaymentIntentRequest): PaidPlanId {
  if ('plan' in request) return request.plan;
  if ('adData' in request) return 'monthly';
  const plan = PAID_PLANS.find(({ priceCents }) => priceCents === request.amount);
  if (!plan) {
    const message = 'This is the price of no plan.';
    throw new Invalid(message, [{ path: 'amount', message }]);
  }
  return plan.id;
}

const toListingId = (request: PaymentIntentRequest) => ('plan' in request ? (request.listingId ?? null) : null);

async function saveListingDraft(
  deps: PaymentDeps,
  ownerId: number,
  fields: Parameters<typeof saveDraft>[1]['fields'],
  idempotencyKey?: string,
) {
  const { ad } = await saveDraft(deps, { ownerId, fields, idempotencyKey });
  return ad.id;
}

type Order = { accountId: number; plan: PaidPlanId; listingId: number | null };

const LEVEL_RANK = { free: 0, enhanced: 1, premium: 2 };

/** Checks that the listing belongs to the account, can be paid for, and has no higher level. */
async function assertListingPayable(db: Kysely<DB>, { accountId, plan, listingId }: Order): Promise<void> {
  if (listingId === null) return;
  const listing = await db
    .selectFrom('listings')
    .selectAll()
    .where('id', '=', listingId)
    .where('owner_id', '=', accountId)
    .executeTakeFirst();
  if (!listing) throw listingNotFound();
  const refusal = findPayabilityError(listing);
  if (refusal) throw refusal;
  const isRunning = listing.paid_until !== null && listing.paid_until > new Date();
  if (isRunning && LEVEL_RANK[listing.level] > LEVEL_RANK[PLANS[plan].level]) {
    throw new Conflict('This listing is premium already. Choose a premium plan to prolong it.');
  }
}

type OpenPayment = Pick<PaymentRow, 'id' | 'reference' | 'intent_id'>;

async function findOpenPayment(
  db: Kysely<DB>,
  { accountId, plan, listingId }: Order,
): Promise<OpenPayment | undefined> {
  return db
    .selectFrom('payments')
    .select(['id', 'reference', 'intent_id'])
    .where('account_id', '=', accountId)
    .where('plan', '=', plan)
    .where('status', '=', 'open')
    .where(sql<boolean>`listing_id is not distinct from ${listingId}`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

async function insertPayment(db: Kysely<DB>, { accountId, plan, listingId }: Order): Promise<OpenPayment> {
  const { level, months, priceCents } = PLANS[plan];
  const { rows } = await sql<OpenPayment>`
    insert into payments (account_id, username, listing_id, plan, level, months, amount_cents)
    select id, username, ${listingId}, ${plan}, ${level}, ${months}, ${priceCents} from accounts where id = ${accountId}
    returning id, reference, intent_id`.execute(db);
  return rows[0] as OpenPayment;
}

async function findListingTitle(db: Kysely<DB>, listingId: number | null) {
  if (listingId === null) return null;
  const listing = await db
    .selectFrom('listings')
    .select(['id', 'title'])
    .where('id', '=', listingId)
    .executeTakeFirst();
  return listing ?? null;
}

/**
 * Cancels an unpaid payment.
 * @throws {NotFound} for a payment of another account
 * @throws {Conflict} when it was paid meanwhile
 * @throws {Unavailable} when the provider cannot be reached
 */
export async function cancelPayment(
  deps: PaymentDeps,
  { accountId, paymentId }: { accountId: number; paymentId: number },
) {
  const { db, cards } = deps;
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'intent_id', 'status'])
    .where('id', '=', paymentId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!payment) throw paymentNotFound();
  if (payment.status === 'canceled') return;
  if (payment.status !== 'open') throw new Conflict('This was paid already.');
  if (payment.intent_id === null) return markCanceled(deps, payment.id);
  await cards.cancelIntent(payment.intent_id);
  const settled = await settle(deps, payment.intent_id);
  if (settled.payment.status !== 'canceled')
    throw new Conflict('This was paid already, or your bank is working on it.');
}

const markCanceled = async ({ db }: PaymentDeps, id: number): Promise<void> => {
  await db
    .updateTable('payments')
    .set({ status: 'canceled' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
};
