import { defineMessage } from '#contract/i18n/t.ts';
import { multiLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { PAID_PLANS, type PaidPlanId } from './plans.ts';

/** The id of a plan that is paid for. */
export const planSchema = z.enum(PAID_PLANS.map(({ id }) => id) as [PaidPlanId, ...PaidPlanId[]]);

/** `GET /api/plans`: what is on sale, with the prices of now. Amounts are US cents. */
export const planOffersSchema = z.object({
  plans: z.array(
    z.object({
      id: planSchema,
      name: z.string(),
      level: z.enum(['enhanced', 'premium']),
      months: z.number().int(),
      priceCents: z.number().int(),
      discountPercent: z.number().int(),
    }),
  ),
  /** When the last of these prices began: ISO 8601 in UTC. */
  changedAt: z.string(),
});
export type PlanOffers = z.infer<typeof planOffersSchema>;

/** Why an administrator does something about money: in the audit log. */
export const moneyReasonSchema = multiLine({
  min: 1,
  tooShort: defineMessage('Reason is required'),
  max: 1000,
  tooLong: defineMessage('Reason is too long'),
});

/** A day in Los Angeles: '2026-12-01'. */
export const daySchema = z.iso
  .date(defineMessage('This isn’t a date'))
  .regex(/^20\d\d/, defineMessage('Choose a date in this century'));

/** The least and the most that a plan can cost, in US cents. */
export const PRICE_LIMITS = { minCents: 100, maxCents: 10_000_000 } as const;

/**
 * `POST /api/admin/plans/{plan}/prices`: the price from the first moment of a day in Los Angeles, or from now; without
 * a price the plan is not sold.
 */
export const priceOrderSchema = z.object({
  priceCents: z
    .number()
    .int()
    .min(PRICE_LIMITS.minCents, defineMessage('A plan costs $1 or more'))
    .max(PRICE_LIMITS.maxCents, defineMessage('A plan costs $100,000 or less'))
    .nullable(),
  holdsFrom: daySchema.optional(),
  reason: moneyReasonSchema,
});
export type PriceOrder = z.infer<typeof priceOrderSchema>;

export const moneyReasonBodySchema = z.object({ reason: moneyReasonSchema });

const planPriceSchema = z.object({
  id: z.number().int(),
  /** Null takes the plan off sale. */
  priceCents: z.number().int().nullable(),
  holdsFrom: z.string(),
  reason: z.string(),
});

/** A plan with the price that holds, those that come, the first first, and the last former ones. */
const adminPlanSchema = z.object({
  id: planSchema,
  name: z.string(),
  months: z.number().int(),
  current: planPriceSchema.nullable(),
  coming: z.array(planPriceSchema),
  former: z.array(planPriceSchema),
});
export type AdminPlan = z.infer<typeof adminPlanSchema>;
/** `GET /api/admin/plans`, and what each change of prices answers. */
export const adminPlansSchema = z.object({ plans: z.array(adminPlanSchema) });
export type AdminPlans = z.infer<typeof adminPlansSchema>;
export type AdminPlanPrice = AdminPlan['coming'][number];
