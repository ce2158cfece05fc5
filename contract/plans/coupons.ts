import { listQuerySchema } from '#contract/api.ts';
import { defineMessage, t } from '#contract/i18n/t.ts';
import { readCode } from '#contract/values/code.ts';
import { z } from '#contract/zod.ts';
import { daySchema, moneyReasonSchema, PRICE_LIMITS, planSchema } from './plan-prices.ts';

/** The least amount that a card can be charged, in US cents (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const MIN_CHARGE_CENTS = 50;

export const UNKNOWN_CODE = defineMessage('We don’t know this code. Check it for typos.');

const CODE = /^[A-Z0-9-]{6,20}$/;
/** Codes are stored in capitals, and typed in any way. */
const codeText = z.string().max(60, UNKNOWN_CODE).transform(readCode);

/** A code as a buyer types it. */
export const couponCodeSchema = codeText.pipe(z.string().regex(CODE, UNKNOWN_CODE));

const MAX_USES = 10_000;
const percentMessage = defineMessage('Enter a whole percentage from 1 to 99');
const amountMessage = defineMessage('Take off more than nothing');

/** What the staff decides about a coupon: a percentage or an amount off, where and when it holds, and how often. */
const couponTermsSchema = z.object({
  code: codeText.pipe(z.string().regex(CODE, defineMessage('Use 6 to 20 letters, digits and hyphens'))),
  percentOff: z.number(percentMessage).int(percentMessage).min(1, percentMessage).max(99, percentMessage).nullable(),
  amountOffCents: z
    .number(amountMessage)
    .int(amountMessage)
    .min(1, amountMessage)
    .max(PRICE_LIMITS.maxCents)
    .nullable(),
  plans: z
    .array(planSchema)
    .min(1, defineMessage('Choose at least one plan'))
    .max(5)
    .transform((plans) => [...new Set(plans)]),
  /** The first and the last day in Los Angeles. */
  firstDay: daySchema,
  lastDay: daySchema,
  /** The number of uses by all accounts together. */
  maxUses: z
    .number(defineMessage('Enter how often it can be used'))
    .int(defineMessage('Enter a whole number'))
    .min(1, defineMessage('Allow at least one use'))
    .max(MAX_USES, defineMessage('Allow at most {max, number} uses', { max: MAX_USES })),
});

const withReason = couponTermsSchema.extend({ reason: moneyReasonSchema });
const checkTerms = (
  { percentOff, amountOffCents, firstDay, lastDay }: z.infer<typeof couponTermsSchema>,
  context: z.RefinementCtx,
) => {
  if ((percentOff === null) === (amountOffCents === null))
    context.addIssue({ code: 'custom', path: ['percentOff'], message: t('Choose a percentage or an amount') });
  if (lastDay < firstDay)
    context.addIssue({ code: 'custom', path: ['lastDay'], message: t('Choose the first day or a later one') });
};

/** `POST /api/admin/coupons`. */
export const couponFormSchema = withReason.superRefine(checkTerms);
export type CouponForm = z.infer<typeof couponFormSchema>;

const versionSchema = z.number().int().min(1).max(2_000_000_000);

/** `PUT /api/admin/coupons/{id}`, before the first use; `version` is that of the coupon that it replaces. */
export const couponEditSchema = withReason.extend({ version: versionSchema }).superRefine(checkTerms);
export type CouponEdit = z.infer<typeof couponEditSchema>;

/** `POST /api/admin/coupons/{id}/end`. */
export const couponEndSchema = z.object({ version: versionSchema, reason: moneyReasonSchema });

/** A coupon as the staff sees it. */
export const couponSchema = couponTermsSchema.extend({
  id: z.number().int(),
  code: z.string(),
  plans: z.array(planSchema),
  firstDay: z.string(),
  lastDay: z.string(),
  /** `ended`: before or on its last day. */
  state: z.enum(['coming', 'live', 'used-up', 'ended']),
  /** Paid with it, and started to pay with it, in the running mode. */
  uses: z.number().int(),
  reserved: z.number().int(),
  /** The sum of what the coupon took off payments, in US cents. */
  discountCents: z.number().int(),
  /** Whether nobody has started to pay with it yet. */
  isChangeable: z.boolean(),
  version: z.number().int(),
  /** Whom it is for and why, as given when it was created; null once the audit log has it no longer. */
  reason: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type Coupon = z.infer<typeof couponSchema>;

/** `GET /api/admin/coupons`: newest first. */
export const couponsQuerySchema = listQuerySchema;
