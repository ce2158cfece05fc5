import { type Kysely, sql, type Transaction } from 'kysely';
import { translateDefined } from '#contract/i18n/t.ts';
import type { OrderPreview } from '#contract/payments.ts';
import { type AutoRenewal, toChargeTime } from '#contract/plans/auto-renewal.ts';
import { PLANS, type Plan } from '#contract/plans/plans.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Quote } from '#server/payments/plans/quotes.ts';
import type { PaymentRow } from '#server/payments/redemption.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { PaymentIntent, PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import { findConsent, toRenewalCents } from './consents.ts';
import { autoRenewalStartedEmail } from './emails.ts';
import { endAutoRenewals } from './end.ts';
import { sendRenewalEmail } from './send-emails.ts';

/**
 * Begins the renewal to which the buyer of a payment agreed, in the transaction that records the payment: with the card that paid. It
 * replaces a former one of the listing. The email says again to what they agreed and how to stop it.
 * @param listingId the listing that was paid for
 */
export async function startAutoRenewal(
  trx: Transaction<DB>,
  deps: Pick<PaymentDeps, 'jobs' | 'site'>,
  { payment, listingId, state }: { payment: PaymentRow; listingId: number; state: PaymentIntent },
): Promise<void> {
  const consent = await findConsent(trx, payment.id);
  const { customerId, paymentMethodId } = state;
  if (!consent || payment.account_id === null || customerId === null || paymentMethodId === null) return;
  await endAutoRenewals(trx, sql`listing_id = ${listingId} and mode = ${payment.mode}`, 'replaced');
  const renewal = await trx
    .insertInto('auto_renewals')
    .values({
      payment_id: payment.id,
      account_id: payment.account_id,
      listing_id: listingId,
      mode: payment.mode,
      customer_id: customerId,
      payment_method_id: paymentMethodId,
      card_brand: payment.card_brand,
      card_last4: payment.card_last4,
    })
    .returning(['id', 'payment_id', 'account_id', 'listing_id'])
    .executeTakeFirstOrThrow();
  await sendRenewalEmail(trx, deps, renewal, (...about) => autoRenewalStartedEmail(deps.site, ...about));
}

/** What the checkout of a plan says of renewing it: what it would cost, and the renewal that the listing has. */
export async function offerRenewal(
  db: Kysely<DB>,
  quote: Pick<Quote, 'priceCents' | 'tax'>,
  { listingId, mode, level }: { listingId: number; mode: PaymentMode; level: Plan['level'] },
): Promise<OrderPreview['renewal']> {
  const running = await findRunningRenewals(db, { listingIds: [listingId], mode, level });
  return { amountCents: toRenewalCents(quote), running: running.get(listingId) ?? null };
}

/** The renewals that listings have in a mode, by listing; `ends` where paying for a plan of this level ends it. */
export async function findRunningRenewals(
  db: Kysely<DB>,
  { listingIds, mode, level }: { listingIds: number[]; mode: PaymentMode; level: Plan['level'] },
) {
  const rows = await db
    .selectFrom('auto_renewals as r')
    .innerJoin('auto_renewal_consents as c', 'c.payment_id', 'r.payment_id')
    .select(['r.listing_id', 'c.plan', 'c.amount_cents'])
    .where(sql<boolean>`r.listing_id = any(${listingIds}::bigint[])`)
    .where('r.mode', '=', mode)
    .where('r.ended_at', 'is', null)
    .execute();
  return new Map(
    rows.map(({ listing_id, plan, amount_cents }) => [
      listing_id,
      {
        planName: translateDefined(PLANS[plan].name),
        amountCents: amount_cents,
        months: PLANS[plan].months,
        ends: level === 'premium' && PLANS[plan].level === 'enhanced',
      },
    ]),
  );
}

/** Whether any of the listings renews in a mode. */
export async function isRenewing(db: Kysely<DB>, listingIds: number[], mode: PaymentMode): Promise<boolean> {
  const row = await db
    .selectFrom('auto_renewals')
    .select('id')
    .where(sql<boolean>`listing_id = any(${listingIds}::bigint[])`)
    .where('mode', '=', mode)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The plans of an account that renew, by their listings. */
export async function listAutoRenewals(
  { db, cards }: Pick<PaymentDeps, 'db' | 'cards'>,
  accountId: number,
): Promise<AutoRenewal[]> {
  const { rows } = await sql<ListedRow>`
    select r.listing_id, l.title, c.plan, c.amount_cents, r.card_brand, r.card_last4, c.agreed_at, l.paid_until
    from auto_renewals r join auto_renewal_consents c on c.payment_id = r.payment_id join listings l on l.id = r.listing_id
    where r.account_id = ${accountId} and r.mode = ${cards.mode} and r.ended_at is null
    order by l.title, r.id limit 500`.execute(db);
  return rows.map((row) => ({
    listing: { id: row.listing_id, title: row.title },
    plan: row.plan,
    planName: translateDefined(PLANS[row.plan].name),
    months: PLANS[row.plan].months,
    amountCents: row.amount_cents,
    card: row.card_last4 === null ? null : { brand: row.card_brand ?? 'card', last4: row.card_last4 },
    agreedAt: row.agreed_at.toISOString(),
    chargesAt: row.paid_until && toChargeTime(row.paid_until).toISOString(),
  }));
}

interface ListedRow {
  listing_id: number;
  title: string;
  plan: AutoRenewal['plan'];
  amount_cents: number;
  card_brand: string | null;
  card_last4: string | null;
  agreed_at: Date;
  paid_until: Date | null;
}

/** The renewals of an account, for its export and its deletion, after which a job deletes its cards at the provider. */
export const createAutoRenewalsPersonalData = (mode: PaymentMode) => ({
  name: 'autoRenewals',
  export: (db: Kysely<DB>, accountId: number) =>
    listAutoRenewals({ db, cards: { mode } as PaymentDeps['cards'] }, accountId),
  async erase(trx: Transaction<DB>, accountId: number) {
    await sql`delete from auto_renewals where account_id = ${accountId}`.execute(trx);
    await sql`update payment_customers set account_id = null where account_id = ${accountId}`.execute(trx);
  },
  /** The links that were emailed stop working with the address. */
  async revokeEmailed(trx: Transaction<DB>, accountId: number) {
    await sql`
      delete from auto_renewal_links where auto_renewal_id in (select id from auto_renewals where account_id = ${accountId})`.execute(
      trx,
    );
  },
});
