import type { Kysely } from 'kysely';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { formatDollars, type PaidPlanId, PLANS } from '#contract/plans/plans.ts';
import type { PriceBreakdown } from '#contract/plans/price-breakdown.ts';
import { findUsableCoupon, type UsableCoupon } from '#server/payments/coupons/usable-coupon.ts';
import { findTaxRate, type TaxRate, toPercent, toTaxCents } from '#server/payments/taxes/tax.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import { findOffer } from './offers.ts';

/** What an order costs, and why. Amounts are US cents. */
export interface Quote {
  months: number;
  /** For how many listings. */
  quantity: number;
  /** Of all of them. */
  priceCents: number;
  /** See `PriceBreakdown`. */
  listCents: number | null;
  coupon: UsableCoupon | null;
  tax: (TaxRate & { cents: number }) | null;
  /** The price without the discount, with the tax. */
  amountCents: number;
}

/** The plan, term, number of listings and code to price. */
export interface QuoteRequest {
  accountId: number;
  plan: PaidPlanId;
  couponId: number | null;
  quantity: number;
  /** The amount that the buyer was shown, if it is known. */
  amountCents?: number;
}

/**
 * What a plan costs now. Called in the transaction that creates a payment, so that the payment has the price of that moment.
 * @throws {Conflict} when the plan is not sold, the coupon cannot be used, or the amount is not the one that was shown
 */
export async function quoteOrder(
  db: Kysely<DB>,
  mode: PaymentMode,
  { accountId, plan, couponId, quantity, amountCents: shownCents }: QuoteRequest,
): Promise<Quote> {
  const offer = await findOffer(db, plan);
  if (!offer)
    throw new Conflict(
      t('{plan} isn’t on sale right now. You haven’t been charged.', { plan: translateDefined(PLANS[plan].name) }),
    );
  const { months } = offer;
  const priceCents = offer.priceCents * quantity;
  const listCents = offer.listCents && offer.listCents * quantity;
  const coupon = couponId === null ? null : await findUsableCoupon(db, mode, { couponId, accountId, plan, priceCents });
  const netCents = priceCents - (coupon?.discountCents ?? 0);
  const rate = await findTaxRate(db);
  const tax = rate && { ...rate, cents: toTaxCents(netCents, rate) };
  const amountCents = netCents + (tax?.cents ?? 0);
  if (shownCents !== undefined && shownCents !== amountCents) {
    throw new Conflict(
      t('The price changed from {from} to {to} since you opened this page. You haven’t been charged.', {
        from: formatDollars(shownCents),
        to: formatDollars(amountCents),
      }),
    );
  }
  return { months, quantity, priceCents, listCents, coupon, tax, amountCents };
}

/** A quote as the buyer sees it. */
export const toBreakdown = ({ priceCents, listCents, coupon, tax, amountCents }: Quote): PriceBreakdown => ({
  priceCents,
  listCents,
  discount: coupon && { code: coupon.code, cents: coupon.discountCents },
  tax: tax && { name: tax.name, percent: toPercent(tax.rate), cents: tax.cents },
  amountCents,
});
