import { z } from '#contract/zod.ts';
import { planSchema } from './plan-prices.ts';

/** The version of the text beside the box of the checkout, stored with the consent: a new one when the text says something else. */
export const AUTO_RENEWAL_TERMS_VERSION = 1;

/** The saved card is charged so many days before the paid time ends, so that there are days left to try again. */
export const CHARGE_DAYS_BEFORE_END = 3;

/** How often the card is tried, once a day. */
export const MAX_CHARGE_ATTEMPTS = 3;

/**
 * The owner is reminded so many days before a charge, and charged only if that was at least `least` days before it (California Business
 * and Professions Code 17602: 15 to 45 for a year).
 */
export const getReminderDays = (months: number): { sent: number; least: number } =>
  months === 12 ? { sent: 20, least: 15 } : { sent: 7, least: 3 };

const DAY_MS = 24 * 60 * 60 * 1000;

/** When the card is charged for the time after an end of paid time. */
export const toChargeTime = (paidUntil: Date | string): Date =>
  new Date(new Date(paidUntil).getTime() - CHARGE_DAYS_BEFORE_END * DAY_MS);

/** A plan that renews automatically. Amounts are US cents, times ISO 8601 in UTC. */
export const autoRenewalSchema = z.object({
  listing: z.object({ id: z.number().int(), title: z.string() }),
  plan: planSchema,
  planName: z.string(),
  months: z.number().int(),
  amountCents: z.number().int(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  agreedAt: z.string(),
  /** Null while the listing waits for approval. */
  chargesAt: z.string().nullable(),
});
export type AutoRenewal = z.infer<typeof autoRenewalSchema>;

/** `POST /api/auto-renewals/stop`: by the token of an email. */
export const stopByLinkSchema = z.object({ token: z.string().min(1).max(100) });

/** The response: the listing whose plan renews no more. */
export const stoppedRenewalSchema = z.object({ message: z.string(), title: z.string() });
export type StoppedRenewal = z.infer<typeof stoppedRenewalSchema>;
