import { z } from '#contract/zod.ts';

/** How the amount of an order or a payment comes about: the price of the term, without the discount, with the tax. Amounts are US cents. */
export const priceBreakdownSchema = z.object({
  priceCents: z.number().int(),
  /** What the months of the term would cost one by one; null if the term costs no less. */
  listCents: z.number().int().nullable(),
  /** What a coupon takes off. */
  discount: z.object({ code: z.string(), cents: z.number().int() }).nullable(),
  /** What is added to the price without the discount. */
  tax: z.object({ name: z.string(), percent: z.number(), cents: z.number().int() }).nullable(),
  /** What is charged. */
  amountCents: z.number().int(),
});
export type PriceBreakdown = z.infer<typeof priceBreakdownSchema>;
