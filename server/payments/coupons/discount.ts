/** What a coupon takes off: a percentage, or an amount of US cents. */
export interface DiscountTerms {
  percent_off: number | null;
  amount_off_cents: number | null;
}

/**
 * The discount on a price, in whole cents: half a cent of a percentage counts for the buyer. It can be more than the price.
 * @param priceCents a whole number
 */
export const toDiscountCents = (priceCents: number, { percent_off, amount_off_cents }: DiscountTerms): number =>
  percent_off === null ? (amount_off_cents ?? 0) : Math.floor((priceCents * percent_off + 50) / 100);
