import { type Selectable, sql, type Transaction } from 'kysely';
import { CHARGE_DAYS_BEFORE_END, MAX_CHARGE_ATTEMPTS } from '#contract/plans/auto-renewal.ts';
import { PLANS } from '#contract/plans/plans.ts';
import { lockAccount } from '#server/listings/write/posting.ts';
import { insertPayment } from '#server/payments/intents/order-payments.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { type Quote, quoteOrder } from '#server/payments/plans/quotes.ts';
import { settle } from '#server/payments/settlement.ts';
import type { AutoRenewals, DB, Payments } from '#server/platform/db/schema.ts';
import { Conflict, Unavailable } from '#server/platform/http/errors.ts';
import type { SavedCardOutcome } from '#server/platform/stripe/payment-provider.ts';
import { findConsent, toRenewalCents } from './consents.ts';
import { autoRenewalConfirmationEmail, autoRenewalDeclinedEmail, autoRenewalPriceEmail } from './emails.ts';
import { endAutoRenewals } from './end.ts';
import { isReminded } from './reminders.ts';
import { sendRenewalEmail } from './send-emails.ts';

type Renewal = Selectable<AutoRenewals>;
type Payment = Selectable<Payments>;

/** An attempt to charge the card of a renewal, which was recorded before it is made. */
interface Attempt {
  renewal: Renewal;
  payment: Payment;
  number: number;
}

const BATCH = 500;

/**
 * Charges the saved cards of the plans that renew, three days before their paid time ends, and again on the next two days where the bank
 * declines. Each end of paid time has one payment with one intent, whose key is that of its row, so that no crash, repetition or second
 * process charges twice; the term follows by `settle`, as for every payment.
 * @param signal stops it early
 */
export async function chargeDueRenewals(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const { db, cards, log } = deps;
  if (cards.checkout === 'closed') return;
  const { rows } = await sql<{ id: number }>`
    select r.id from ${dueRenewals} left join auto_renewal_charges t
      on t.listing_id = r.listing_id and t.mode = r.mode and t.ends_at = l.paid_until
    where ${isDue} and r.mode = ${cards.mode} and (t.listing_id is null or t.next_attempt_at <= now())
    order by l.paid_until limit ${BATCH}`.execute(db);
  for (const { id } of rows) {
    if (signal?.aborted) return;
    const error = await chargeRenewal(deps, id).catch((failure) => failure);
    if (!(error instanceof Error)) continue;
    log.error({ err: error.cause ?? error, renewal: id }, 'a plan was not renewed');
    if (error instanceof Unavailable) return;
  }
}

/** A running renewal `r` with its consent `c` and its listing `l`, whose paid time ends soon, as its owner was told early enough. */
const dueRenewals = sql`auto_renewals r join auto_renewal_consents c on c.payment_id = r.payment_id
  join listings l on l.id = r.listing_id and l.owner_id = r.account_id`;
const isDue = sql`r.ended_at is null and l.status in ('active', 'paused') and not l.owner_suspended
  and l.paid_until > now() and l.paid_until <= now() + make_interval(days => ${sql.lit(CHARGE_DAYS_BEFORE_END)}) and ${isReminded}`;

async function chargeRenewal(deps: PaymentDeps, id: number): Promise<void> {
  const attempt = await deps.db.transaction().execute((trx) => claimAttempt(trx, deps, id));
  if (!attempt) return;
  try {
    const intentId = await findOrCreateIntent(deps, attempt);
    if (!(await mayCharge(deps, attempt))) return;
    const { renewal, payment, number } = attempt;
    const outcome = await deps.cards.chargeSavedCard({
      intentId,
      paymentMethodId: renewal.payment_method_id,
      key: `${payment.reference}-${number}`,
    });
    const settled = await settle(deps, intentId);
    if (settled.payment.status === 'open' && settled.state.status === 'open')
      await recordDecline(deps, attempt, outcome);
  } catch (error) {
    // It is not known whether the card was charged: the same attempt is repeated, with the same key.
    if (error instanceof Unavailable) await postpone(deps, attempt);
    throw error;
  }
}

/** Records the next attempt of a renewal, with its payment, unless nothing is to be charged any more. */
async function claimAttempt(trx: Transaction<DB>, deps: PaymentDeps, id: number): Promise<Attempt | undefined> {
  const { mode } = deps.cards;
  const found = await trx.selectFrom('auto_renewals').select('account_id').where('id', '=', id).executeTakeFirst();
  // A suspended account is skipped: nobody can be charged for it.
  if (!found || !(await lockAccount(trx, found.account_id))) return undefined;
  const renewal = await trx
    .selectFrom('auto_renewals')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('mode', '=', mode)
    .forUpdate()
    .executeTakeFirst();
  const listing = renewal && (await findDueListing(trx, renewal));
  if (!renewal || !listing) return undefined;
  const quote = await findAgreedQuote(trx, deps, renewal);
  if (!quote) {
    await endAutoRenewals(trx, sql`id = ${id}`, 'price-changed');
    await sendRenewalEmail(trx, deps, renewal, (...about) => autoRenewalPriceEmail(deps.site, about[0], about[1]));
    return undefined;
  }
  return recordAttempt(trx, deps, { renewal, endsAt: listing.paid_until, quote });
}

async function findDueListing(trx: Transaction<DB>, { id }: Renewal): Promise<{ paid_until: Date } | undefined> {
  const { rows } = await sql<{ paid_until: Date }>`
    select l.paid_until from ${dueRenewals} where ${isDue} and r.id = ${id}`.execute(trx);
  return rows[0];
}

/** What the plan costs now, if it is what its owner agreed to. */
async function findAgreedQuote(trx: Transaction<DB>, { cards }: PaymentDeps, renewal: Renewal) {
  const consent = await findConsent(trx, renewal.payment_id);
  if (!consent) return undefined;
  const { plan, amount_cents, language } = consent;
  try {
    const quote = await quoteOrder(trx, cards.mode, {
      accountId: renewal.account_id,
      plan,
      couponId: null,
      quantity: 1,
    });
    return toRenewalCents(quote) === amount_cents ? { ...quote, plan, language } : undefined;
  } catch (error) {
    // It is not sold any more.
    if (error instanceof Conflict) return undefined;
    throw error;
  }
}

async function recordAttempt(
  trx: Transaction<DB>,
  deps: PaymentDeps,
  {
    renewal,
    endsAt,
    quote,
  }: {
    renewal: Renewal;
    endsAt: Date;
    quote: Quote & { plan: keyof typeof PLANS & Payment['plan']; language: string };
  },
): Promise<Attempt | undefined> {
  const { listing_id, mode, account_id } = renewal;
  const charge = await trx
    .selectFrom('auto_renewal_charges')
    .selectAll()
    .where('listing_id', '=', listing_id)
    .where('mode', '=', mode)
    .where('ends_at', '=', endsAt)
    .forUpdate()
    .executeTakeFirst();
  const isWaiting = charge?.next_attempt_at != null && charge.next_attempt_at.getTime() > Date.now();
  if (charge && (charge.next_attempt_at === null || isWaiting || charge.attempts >= MAX_CHARGE_ATTEMPTS))
    return undefined;
  const known = charge && (await findPayment(trx, charge.payment_id));
  if (known && known.status !== 'open' && known.status !== 'canceled') return undefined;
  let payment = known?.status === 'open' ? known : undefined;
  if (!payment) {
    const order = { accountId: account_id, plan: quote.plan, listingIds: [listing_id], couponId: null };
    const { id } = await insertPayment(trx, deps, order, quote);
    await trx.updateTable('payments').set({ language: quote.language }).where('id', '=', id).execute();
    payment = await findPayment(trx, id);
  }
  const number = (charge?.attempts ?? 0) + 1;
  const next = sql<Date>`now() + interval '1 day'`;
  const row = { auto_renewal_id: renewal.id, payment_id: payment.id, attempts: number, next_attempt_at: next };
  await trx
    .insertInto('auto_renewal_charges')
    .values({ listing_id, mode, ends_at: endsAt, ...row })
    .onConflict((conflict) => conflict.columns(['listing_id', 'mode', 'ends_at']).doUpdateSet(row))
    .execute();
  return { renewal, payment, number };
}

const findPayment = (trx: Transaction<DB>, id: number): Promise<Payment> =>
  trx.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function findOrCreateIntent(deps: PaymentDeps, { renewal, payment }: Attempt): Promise<string> {
  if (payment.intent_id !== null) return payment.intent_id;
  const { id } = await deps.cards.createIntent({
    reference: payment.reference,
    paymentId: payment.id,
    accountId: renewal.account_id,
    plan: payment.plan,
    listingId: renewal.listing_id,
    customerId: renewal.customer_id,
    savesCard: false,
    amountCents: payment.amount_cents,
    currency: 'usd',
    description: PLANS[payment.plan].name,
  });
  await deps.db.updateTable('payments').set({ intent_id: id }).where('id', '=', payment.id).execute();
  return id;
}

/** Whether the owner has stopped nothing since the attempt was recorded: who stops it cancels the intent, which is known by now. */
async function mayCharge({ db }: PaymentDeps, { renewal, payment }: Attempt): Promise<boolean> {
  const { rows } = await sql`
    select from auto_renewals r, payments p
    where r.id = ${renewal.id} and r.ended_at is null and p.id = ${payment.id} and p.status = 'open'`.execute(db);
  return rows.length > 0;
}

/** Notifies the owner; after the last attempt, and where the holder has to confirm the payment, the card is not tried again. */
function recordDecline(deps: PaymentDeps, { renewal, payment, number }: Attempt, outcome: SavedCardOutcome) {
  return deps.db.transaction().execute(async (trx) => {
    const isLast = outcome === 'needs-holder' || number >= MAX_CHARGE_ATTEMPTS;
    const { rows } = await sql<{ next_attempt_at: Date | null }>`
      update auto_renewal_charges set next_attempt_at = case when ${isLast} then null else next_attempt_at end
      where payment_id = ${payment.id} and attempts = ${number} returning next_attempt_at`.execute(trx);
    const [row] = rows;
    if (!row) return;
    if (outcome === 'needs-holder')
      return sendRenewalEmail(trx, deps, renewal, (...about) => autoRenewalConfirmationEmail(deps.site, ...about));
    if (isLast) await endAutoRenewals(trx, sql`id = ${renewal.id}`, 'declined');
    await sendRenewalEmail(trx, deps, renewal, (...about) =>
      autoRenewalDeclinedEmail(deps.site, ...about, row.next_attempt_at),
    );
  });
}

const RETRY_MINUTES = 30;

/** Lets an attempt whose outcome is unknown be repeated soon, as the same one. */
async function postpone({ db }: PaymentDeps, { payment, number }: Attempt): Promise<void> {
  await sql`
    update auto_renewal_charges set attempts = attempts - 1,
      next_attempt_at = now() + make_interval(mins => ${RETRY_MINUTES})
    where payment_id = ${payment.id} and attempts = ${number}`.execute(db);
}
