import { z } from '#contract/zod.ts';

/** The days that `/admin` compares with Stripe at most; `npm run payments:reconcile` takes more. */
export const MAX_RECONCILED_DAYS = 90;

/** `GET /api/admin/payments/reconciliation`. */
export const reconciliationQuerySchema = z.object({
  days: z.coerce.number().int().min(1).max(MAX_RECONCILED_DAYS).default(30),
});

/** The charges at the provider, and the differences between them and the ledger, one sentence each. */
export const reconciliationSchema = z.object({
  charges: z.number().int(),
  chargedCents: z.number().int(),
  refundedCents: z.number().int(),
  differences: z.array(z.string()),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;
