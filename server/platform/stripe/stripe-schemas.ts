import { z } from '#contract/zod.ts';

// Only the fields of Stripe's objects that we read (https://docs.stripe.com/api): all others may change.

const id = z.string().min(1).max(255);
const cents = z.number().int().min(0);
const metadata = z.record(z.string(), z.string());
const reference = z.union([id, z.object({ id })]).nullish();

export const refundSchema = z.object({
  id,
  amount: cents,
  status: z.string().nullish(),
  metadata: metadata.nullish(),
});
export type StripeRefund = z.infer<typeof refundSchema>;

export const chargeSchema = z.object({
  id,
  amount: cents,
  amount_refunded: cents,
  paid: z.boolean(),
  disputed: z.boolean().default(false),
  payment_intent: reference,
  metadata: metadata.nullish(),
  billing_details: z.object({ name: z.string().nullish() }).nullish(),
  payment_method_details: z
    .object({
      card: z.object({ brand: z.string().max(40).nullish(), last4: z.string().length(4).nullish() }).nullish(),
    })
    .nullish(),
  refunds: z.object({ data: z.array(refundSchema), has_more: z.boolean() }).nullish(),
});
export type StripeCharge = z.infer<typeof chargeSchema>;

export const intentSchema = z.object({
  id,
  status: z.string(),
  amount: cents,
  amount_received: cents,
  currency: z.string().length(3),
  metadata,
  client_secret: z.string().nullish(),
  customer: reference,
  payment_method: reference,
  latest_charge: z.union([id, chargeSchema]).nullable().default(null),
});

export const customerSchema = z.object({ id, metadata: metadata.nullish() });

export const disputeSchema = z.object({ id, amount: cents, status: z.string() });

/** Amounts may be negative. The net amount is checked, because the books add it up. */
export const balanceTransactionSchema = z
  .object({
    id,
    amount: z.number().int(),
    fee: z.number().int(),
    net: z.number().int(),
    created: z.number().int().min(0),
    available_on: z.number().int().min(0),
    currency: z.literal('usd'),
    reporting_category: z.string().min(1).max(100),
    source: reference,
    description: z.string().max(5000).nullish(),
  })
  .refine(({ amount, fee, net }) => net === amount - fee, { message: 'net is not amount - fee' });

/** The metadata key of our reference in intents, charges and refunds. */
export const REFERENCE_KEY = 'reference';

/** Our reference in the metadata; null for objects that we did not create. */
export function getReference(metadata: Record<string, string> | null | undefined): string | null {
  const parsed = z.uuid().safeParse(metadata?.[REFERENCE_KEY]);
  return parsed.success ? parsed.data.toLowerCase() : null;
}

/** The id of a reference that is either an id or the expanded object. */
export const getExpandableId = (referred: z.infer<typeof reference>): string | null =>
  typeof referred === 'object' ? (referred?.id ?? null) : (referred ?? null);
