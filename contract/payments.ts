import { defineMessage } from '#contract/i18n/t.ts';
import { couponCodeSchema } from '#contract/plans/coupons.ts';
import { MAX_ORDERED_LISTINGS } from '#contract/plans/payment-intent-request.ts';
import { planSchema } from '#contract/plans/plan-prices.ts';
import { priceBreakdownSchema } from '#contract/plans/price-breakdown.ts';
import { multiLine } from '#contract/values/visible-text.ts';
import { listQuerySchema } from './api.ts';
import { z } from './zod.ts';

/** `GET /api/user/ads/{id}/order`: a plan for one of the account's listings, with the code of a coupon. */
export const orderQuerySchema = z.object({ plan: planSchema, code: couponCodeSchema.optional() });

/** `GET /api/user/order`: a plan for each of several listings of the account: `ads=1,2,3`. */
export const ordersQuerySchema = orderQuerySchema.extend({
  ads: z
    .string()
    .max(MAX_ORDERED_LISTINGS * 17)
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, defineMessage('These are no numbers of listings'))
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((ids) => ids.length <= MAX_ORDERED_LISTINGS, defineMessage('Choose up to 50 listings')),
});

const listingSchema = z.object({ id: z.number().int(), title: z.string() });

/** The paid time if it were paid for now; null for a listing that waits for approval, because it begins then. Times are ISO 8601 in UTC. */
const termPreviewSchema = z
  .object({
    startsAt: z.string(),
    endsAt: z.string(),
    /** The end of all paid time of the listing. */
    paidUntil: z.string(),
    /** The days that are left of Enhanced, and the days of Premium that they become; null if there are none. */
    converted: z.object({ days: z.number().int(), premiumDays: z.number().int() }).nullable(),
    /** Whether the listing may have to be approved first: it then begins later. */
    publishes: z.boolean(),
  })
  .nullable();

const renewalOfferSchema = z.object({
  amountCents: z.number().int(),
  /** The renewal that the listing has now; `ends` if paying for this plan ends it. */
  running: z
    .object({ planName: z.string(), amountCents: z.number().int(), months: z.number().int(), ends: z.boolean() })
    .nullable(),
});

/** What the checkout shows before anything is paid. Amounts are US cents. */
export const orderPreviewSchema = priceBreakdownSchema.extend({
  plan: planSchema,
  listing: listingSchema,
  /** How often the listing has been paid for, sent back with the order. */
  timesPaid: z.number().int(),
  /** What the plan costs each time if it renews automatically; null where that cannot be agreed to. */
  renewal: renewalOfferSchema.nullable(),
  term: termPreviewSchema,
});
export type OrderPreview = z.infer<typeof orderPreviewSchema>;

/** The same for several listings: the amounts are those of all together. */
export const ordersPreviewSchema = priceBreakdownSchema.extend({
  plan: planSchema,
  listings: z.array(
    listingSchema.extend({
      /** Its share of the amount. */
      amountCents: z.number().int(),
      term: termPreviewSchema,
      /** Its map pin: set, not set yet, or none, because it has no street. See `ListingSpot`. */
      pin: z.enum(['set', 'unset', 'none']),
      /** Whether its plan renews automatically, and still does when this is paid. */
      renews: z.boolean(),
    }),
  ),
  /** The listings that were asked for and cannot be paid for. */
  excluded: z.array(listingSchema.extend({ reason: z.string() })),
  /** How often any of the listings has been paid for. */
  timesPaid: z.number().int(),
});
export type OrdersPreview = z.infer<typeof ordersPreviewSchema>;

/** What the checkout page needs to charge a card. Amounts are US cents. */
export const paymentIntentResponseSchema = z.object({
  clientSecret: z.string(),
  intentId: z.string(),
  plan: planSchema,
  amountCents: z.number().int(),
  /** Null for a credit, and for several listings. */
  listing: listingSchema.nullable(),
});
export type PaymentIntentResponse = z.infer<typeof paymentIntentResponseSchema>;

/** `GET /api/payments/config`. The card form: Stripe's, the simulator's, or none. */
export const paymentConfigSchema = z.object({
  mode: z.enum(['stripe', 'simulated', 'closed']),
  publishableKey: z.string().nullable(),
});
export type PaymentConfig = z.infer<typeof paymentConfigSchema>;

/** The outcome of a payment. */
export const paymentResultSchema = z.object({
  /**
   * `listed`: the listing has its paid level. `waiting`: it gets it when it is approved. `credit`: paid, and available for the next
   * premium listing.
   */
  outcome: z.enum(['listed', 'waiting', 'credit', 'processing', 'open', 'refused', 'canceled']),
  message: z.string(),
  ad: z
    .object({
      id: z.number().int(),
      title: z.string(),
      /** The end of its paid level; null while it has none. */
      paidUntil: z.string().nullable(),
      /** The end after which visitors no longer see it; null for a listing without end. */
      expiresAt: z.string().nullable(),
    })
    .nullable(),
  paymentId: z.number().int(),
  /** For how many listings; `ad` is null if there are several, which are parts of the payment. */
  quantity: z.number().int(),
  /** Whether its plan renews automatically. */
  renews: z.boolean(),
});
export type PaymentResult = z.infer<typeof paymentResultSchema>;

const termSchema = z.object({ startsAt: z.string(), endsAt: z.string(), endedAt: z.string().nullable() });

/** A payment for the account that made it; a receipt once it is paid. Amounts are US cents, times ISO 8601 in UTC. */
export const paymentSchema = priceBreakdownSchema.extend({
  id: z.number().int(),
  plan: planSchema,
  planName: z.string(),
  level: z.enum(['enhanced', 'premium']),
  months: z.number().int(),
  refundedCents: z.number().int(),
  status: z.enum(['open', 'paid', 'refused', 'canceled']),
  /** Whether it is paid, and not used for a listing yet. */
  isCredit: z.boolean(),
  /** Given by the staff, without money; only among credits. */
  isGift: z.boolean(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  /** 'SL-000123'. */
  receiptNumber: z.string().nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  listing: listingSchema.nullable(),
  term: termSchema.nullable(),
  /** One for each listing, if it was paid for several: `listing` and `term` are null then. */
  parts: z.array(
    z.object({
      id: z.number().int(),
      listing: listingSchema.nullable(),
      amountCents: z.number().int(),
      term: termSchema.nullable(),
      /** Whether it is not used yet, because its listing could not be paid for. */
      isCredit: z.boolean(),
      /** Whether it was refunded, or is being refunded. */
      isReturned: z.boolean(),
    }),
  ),
  /** The paid time that its listing keeps, by other payments, when this one is refunded now; null for none. */
  paidTimeWithout: z.object({ level: z.enum(['enhanced', 'premium']), until: z.string() }).nullable(),
  /** To what its buyer agreed, if the plan renews automatically from it on; `endedAt` once it does no more. */
  renewal: z.object({ amountCents: z.number().int(), agreedAt: z.string(), endedAt: z.string().nullable() }).nullable(),
  /** Whether a saved card was charged by an automatic renewal. */
  isRenewal: z.boolean(),
  /** 'INV-2026-000123'; null where none was issued yet. */
  invoiceNumber: z.string().nullable(),
  /** How many versions of the invoice there are: more than one after it was reissued with other details of the buyer. */
  invoiceVersions: z.number().int(),
  refunds: z.array(
    z.object({
      amountCents: z.number().int(),
      at: z.string(),
      reason: z.string(),
      /** 'CN-2026-000123'; null where none was issued yet, and for a refused payment. */
      creditNote: z.string().nullable(),
    }),
  ),
  chargebacks: z.array(z.object({ amountCents: z.number().int(), at: z.string(), creditNote: z.string() })),
  /** The end of the period in which a refund can be requested; null when it cannot. */
  refundableUntil: z.string().nullable(),
  refundRequest: z
    .object({
      status: z.enum(['open', 'granted', 'declined']),
      reason: z.string(),
      answer: z.string().nullable(),
      /** When it was granted or declined; null while it is open. */
      decidedAt: z.string().nullable(),
      /** The parts that it is about; null for the whole payment. */
      partIds: z.array(z.number().int()).nullable(),
    })
    .nullable(),
});
export type Payment = z.infer<typeof paymentSchema>;

export const paymentsQuerySchema = listQuerySchema;

const partIdsSchema = z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(MAX_ORDERED_LISTINGS);

/**
 * `POST /api/admin/payments/{id}/refunds`: without an amount the whole remainder is refunded, or with `partIds` what was paid for these
 * parts.
 */
export const refundSchema = z.object({
  amountCents: z.number().int().min(1).max(10_000_000).optional(),
  reason: multiLine({
    min: 1,
    tooShort: defineMessage('Reason is required'),
    max: 1000,
    tooLong: defineMessage('Reason is too long'),
  }),
  /** Whether the paid level ends now. A full refund always ends it. */
  endsLevel: z.boolean().default(true),
  partIds: partIdsSchema.optional(),
  /** The sum refunded before, as the administrator saw it. A different sum is a conflict, so that a second click refunds nothing. */
  refundedCents: z.number().int().min(0).max(10_000_000).optional(),
});

/** `POST /api/user/payments/{id}/refund-requests`. */
export const refundRequestSchema = refundSchema.pick({ reason: true, partIds: true });
/** `POST /api/admin/payments/{id}/decline-refund`. */
export const refundDeclineSchema = z.object({
  answer: multiLine({
    min: 1,
    tooShort: defineMessage('Answer is required'),
    max: 1000,
    tooLong: defineMessage('Answer is too long'),
  }),
});
