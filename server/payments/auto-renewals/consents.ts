import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { AUTO_RENEWAL_TERMS_VERSION } from '#contract/plans/auto-renewal.ts';
import type { PaidPlanId } from '#contract/plans/plans.ts';
import type { Quote } from '#server/payments/plans/quotes.ts';
import { toTaxCents } from '#server/payments/taxes/tax.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';

/** What each later charge costs: the price without a coupon, with the tax. */
export const toRenewalCents = ({ priceCents, tax }: Pick<Quote, 'priceCents' | 'tax'>): number =>
  priceCents + (tax ? toTaxCents(priceCents, tax) : 0);

/**
 * Records that the buyer of a payment agreed to later charges of the amount that was shown beside the box.
 * @throws {Conflict} when it is not what they cost
 */
export async function recordConsent(
  trx: Transaction<DB>,
  { paymentId, plan, shownCents }: { paymentId: number; plan: PaidPlanId; shownCents: number },
  quote: Quote,
): Promise<void> {
  if (toRenewalCents(quote) !== shownCents)
    throw new Conflict(t('The price of the renewal changed since you opened this page. You haven’t been charged.'));
  await trx
    .insertInto('auto_renewal_consents')
    .values({
      payment_id: paymentId,
      plan,
      amount_cents: shownCents,
      language: getLanguage(),
      terms_version: AUTO_RENEWAL_TERMS_VERSION,
    })
    .execute();
}

/** The amount to which the buyer of a row of `payments` agreed; null without a consent. For queries of payments. */
export const agreedCentsOfPayment = sql<number | null>`(
  select c.amount_cents from auto_renewal_consents c where c.payment_id = payments.id)`;

/** The consent of a payment. */
export const findConsent = (db: Kysely<DB>, paymentId: number) =>
  db.selectFrom('auto_renewal_consents').selectAll().where('payment_id', '=', paymentId).executeTakeFirst();
