import { sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { type CouponForm, MIN_CHARGE_CENTS } from '#contract/plans/coupons.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import { listOffers } from '#server/payments/plans/offers.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { toDiscountCents } from './discount.ts';

/** What a coupon takes off, from what, when and how often. */
export type CouponTerms = Omit<CouponForm, 'reason'>;

/** Converts the terms of a coupon to columns. */
export const toColumns = ({ code, percentOff, amountOffCents, plans, firstDay, lastDay, maxUses }: CouponTerms) => ({
  code,
  plans,
  percent_off: percentOff,
  amount_off_cents: amountOffCents,
  first_day: sql<string>`${firstDay}::date`,
  last_day: sql<string>`${lastDay}::date`,
  max_uses: maxUses,
});

/** @throws {Invalid} when they have ended already, or leave too little of a plan to pay */
export async function checkTerms(trx: Transaction<DB>, terms: CouponTerms): Promise<void> {
  const { rows } = await sql<{ isOver: boolean }>`
    select ${terms.lastDay}::date < (now() at time zone 'America/Los_Angeles')::date as "isOver"`.execute(trx);
  if (rows[0]?.isOver) throw invalid('lastDay', t('Choose today or a later day'));
  const discount = { percent_off: terms.percentOff, amount_off_cents: terms.amountOffCents };
  for (const { id, name, priceCents } of await listOffers(trx)) {
    const leftCents = priceCents - toDiscountCents(priceCents, discount);
    if (!terms.plans.includes(id) || leftCents >= MIN_CHARGE_CENTS) continue;
    throw invalid(
      terms.percentOff === null ? 'amountOffCents' : 'percentOff',
      t('Leave at least {amount} of {plan} to pay. To give a plan away, give a gift credit.', {
        amount: formatDollarsAndCents(MIN_CHARGE_CENTS),
        plan: name,
      }),
    );
  }
}

const invalid = (path: string, message: string) => new Invalid(message, [{ path, message }]);
