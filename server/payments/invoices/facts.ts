import { DEFAULT_LANGUAGE, LANGUAGES } from '#contract/i18n/languages.ts';
import { planSchema } from '#contract/plans/plan-prices.ts';
import { priceBreakdownSchema } from '#contract/plans/price-breakdown.ts';
import { z } from '#contract/zod.ts';

const listingLineSchema = z.object({
  /** Null for a listing that was deleted. */
  title: z.string().nullable(),
  term: z.object({ startsAt: z.string(), endsAt: z.string() }).nullable(),
});

/**
 * What an invoice or a credit note says, as it is stored: later changes of names, addresses and settings do not reach it.
 * Amounts are US cents, times ISO 8601.
 */
const documentFacts = z.object({
  /** In which it is printed: that of the account when it was issued. English in documents of earlier releases. */
  language: z.enum(LANGUAGES).catch(DEFAULT_LANGUAGE),
  seller: z.object({ name: z.string(), site: z.string(), address: z.string(), email: z.string() }),
  /** Null once tax records need not name the buyer any longer. */
  buyer: z
    .object({ name: z.string(), company: z.string(), address: z.string(), taxId: z.string().default('') })
    .nullable(),
  plan: planSchema,
  /** The title of the listing, or those of several with their terms; null for a credit that was not used yet. */
  listing: z.union([z.string(), z.array(listingLineSchema)]).nullable(),
  /** How many listings. */
  quantity: z.number().int().default(1),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
});

export const invoiceFactsSchema = documentFacts.extend(priceBreakdownSchema.shape).extend({
  // Not in invoices of earlier releases.
  listCents: priceBreakdownSchema.shape.listCents.default(null),
  months: z.number().int(),
  /** Whether the plan renews automatically. */
  renews: z.boolean().default(false),
  term: z.object({ startsAt: z.string(), endsAt: z.string() }).nullable(),
  paidAt: z.string(),
  receipt: z.string(),
});
export type InvoiceFacts = z.infer<typeof invoiceFactsSchema>;

export const creditNoteFactsSchema = documentFacts.extend({
  invoice: z.string(),
  invoicedAt: z.string(),
  /** Why the money went back. Credit notes of earlier releases are of refunds. */
  cause: z.enum(['refund', 'dispute']).default('refund'),
  refundedAt: z.string(),
  /** The returned amount, and the tax in it. */
  amountCents: z.number().int(),
  tax: priceBreakdownSchema.shape.tax,
});
export type CreditNoteFacts = z.infer<typeof creditNoteFactsSchema>;
