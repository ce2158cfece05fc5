import { listQuerySchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { paymentSchema } from '#contract/payments.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

/** A payment for the administrator. */
export const adminPaymentSchema = paymentSchema.extend({
  account: z.object({ id: z.number().int().nullable(), username: z.string() }),
  intentId: z.string().nullable(),
  /** The name on the card; null for payments before it was kept. */
  cardholder: z.string().nullable(),
  disputed: z.boolean(),
  refusal: z.string().nullable(),
});
export type AdminPayment = z.infer<typeof adminPaymentSchema>;

const dayMessage = defineMessage('Use a date such as 2026-11-24');

/** `GET /api/admin/payments`. */
export const adminPaymentsQuerySchema = listQuerySchema.extend({
  status: z.enum(['open', 'paid', 'refused', 'canceled']).optional(),
  refundRequested: z.stringbool().optional(),
  /** A receipt, invoice, amount, card's last four digits, day, email address or name. */
  find: singleLine({ max: 200, tooLong: defineMessage('Use {max} characters or fewer', { max: 200 }) }).optional(),
  /** The days in Los Angeles on which it was begun, both included. */
  from: z.iso.date(dayMessage).optional(),
  to: z.iso.date(dayMessage).optional(),
});

/** `GET /api/admin/payments/summary` and `GET /api/admin/payments/export`: a month in Los Angeles, such as `2026-03`. */
export const monthQuerySchema = z.object({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, defineMessage('Month must be like 2026-03')),
});

/**
 * What moved money, by the ledger (`charge` to `dispute-won`), and what became of orders that moved none or whose money went back at
 * once (`open` to `canceled`).
 */
export const PAYMENT_STATES = [
  'charge',
  'refund',
  'refund-failed',
  'dispute',
  'dispute-won',
  'open',
  'refused',
  'canceled',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Payments of the running mode by day in Los Angeles and state, the first day first. `cents` is positive in both directions. */
export const paymentSummarySchema = z.object({
  month: z.string(),
  days: z.array(
    z.object({
      /** '2026-03-08'. */
      date: z.string(),
      states: z.array(z.object({ state: z.enum(PAYMENT_STATES), count: z.number().int(), cents: z.number().int() })),
    }),
  ),
});
export type PaymentSummary = z.infer<typeof paymentSummarySchema>;

/** `GET /api/admin/payments/balance`: what the provider will pay out, in US cents; negative if it is owed to the provider. */
export const balanceSchema = z.object({ availableCents: z.number().int(), pendingCents: z.number().int() });
export type Balance = z.infer<typeof balanceSchema>;
