import { defineMessage } from '#contract/i18n/t.ts';
import { listingFormSchema } from '#contract/listing-form.ts';
import { z } from '#contract/zod.ts';
import { couponCodeSchema } from './coupons.ts';
import { planSchema } from './plan-prices.ts';

/** How many listings one payment can be for. */
export const MAX_ORDERED_LISTINGS = 50;

const description = z.string().max(500).optional();

const planOrderSchema = z.strictObject({
  plan: planSchema,
  listingId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Several listings instead of one. */
  listingIds: z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(MAX_ORDERED_LISTINGS).optional(),
  timesPaid: z.number().int().min(0).max(100_000).optional(),
  amountCents: z.number().int().min(0).max(20_000_000).optional(),
  code: couponCodeSchema.optional(),
  /** The amount of each later charge, if the buyer ticked the box beside it: the plan then renews automatically. */
  renewalCents: z.number().int().min(1).max(20_000_000).optional(),
});
const listingOrderSchema = z.strictObject({
  amount: z.literal(100, defineMessage('The amount for a listing is 100')),
  adData: listingFormSchema,
  description,
});
const amountOrderSchema = z.strictObject({ amount: z.number().int().min(1).max(10_000_000), description });

/** The three bodies of `POST /api/create-payment-intent`, for the document of the API. */
export const paymentIntentBodySchema = z.union([planOrderSchema, listingOrderSchema, amountOrderSchema]);
export type PaymentIntentRequest = z.output<typeof paymentIntentBodySchema>;

/**
 * `POST /api/create-payment-intent`: a plan for one of the account's listings (a draft, or one to renew or upgrade), for
 * each of several in `listingIds`, or without a listing, which yields a credit. With `timesPaid` of the order's preview, a listing that was paid for since then
 * yields the intent of that payment, so that a second tab does not pay again; with its `amountCents`, another amount is a conflict; with
 * a `code`, a use of its coupon is reserved. Two older bodies are accepted: `amount: 100` with `adData` means Premium Monthly; an `amount`
 * in cents must equal the price of one plan. The client never sets a price.
 *
 * The body says by its fields which one it is, so that an issue names the field that is wrong; those of `adData` are named as in
 * `POST /api/ads`.
 */
export const paymentIntentRequestSchema = z.unknown().transform((body, context): PaymentIntentRequest => {
  const { data, error } = toBodySchema(body).safeParse(body);
  if (data) return data;
  for (const issue of error.issues) context.issues.push(...toFieldIssues(issue, body));
  return z.NEVER;
});

function toBodySchema(body: unknown) {
  const has = (name: string) => typeof body === 'object' && body !== null && Object.hasOwn(body, name);
  if (has('adData')) return listingOrderSchema;
  return has('amount') && !has('plan') ? amountOrderSchema : planOrderSchema;
}

// A body of a megabyte can have many of them.
const MAX_UNKNOWN_FIELDS = 20;

function toFieldIssues({ path, message, ...issue }: z.core.$ZodIssue, input: unknown) {
  const toIssue = (at: PropertyKey[], text: string) => ({ code: 'custom' as const, path: at, message: text, input });
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, MAX_UNKNOWN_FIELDS)
      .map((key) => toIssue([...path, key], defineMessage('This field isn’t part of the request')));
  return [toIssue(path[0] === 'adData' && path.length > 1 ? path.slice(1) : path, message)];
}
