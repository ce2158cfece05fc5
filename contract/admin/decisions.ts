import { z } from '#contract/zod.ts';
import type { Permission } from './roles.ts';

/**
 * What the staff decides about accounts, businesses and money, by its kind in the audit log, and the permission that it needs. `MONEY` is
 * never decided on by who gets it. See docs/roles.md, Four eyes.
 */
export const DECISIONS = {
  suspended: 'accounts',
  activated: 'accounts',
  'listing-hidden': 'listings',
  'listing-shown': 'listings',
  'listing-kept': 'listings',
  'listing-recategorized': 'listings',
  'listing-moved': 'listings',
  'listing-deleted': 'listings',
  'bulk-change-undone': 'listings',
  'listing-approved': 'listings',
  'listing-declined': 'listings',
  'listing-edited': 'listings',
  'listing-restored': 'listings',
  'objection-decided': 'listings',
  'claim-approved': 'claims',
  'claim-declined': 'claims',
  'claim-taken-back': 'ownership',
  'report-closed': 'reports',
  'edit-accepted': 'reports',
  'edit-dismissed': 'reports',
  'message-approved': 'messages',
  'message-withheld': 'messages',
  'conversation-stopped': 'messages',
  'message-report-dismissed': 'messages',
  'review-shown': 'reviews',
  'review-withheld': 'reviews',
  'review-report-dismissed': 'reviews',
  'review-appeal-decided': 'reviews',
  'payment-refunded': 'payments',
  'refund-declined': 'payments',
  'credit-given': 'payments',
  'credit-taken-back': 'payments',
  'coupon-changed': 'payments',
  'coupon-ended': 'payments',
} as const satisfies Record<string, Permission>;
export type DecisionKind = keyof typeof DECISIONS;

/** Decisions that give money to whom they are about. */
export const MONEY: readonly DecisionKind[] = ['payment-refunded', 'credit-given'];

/** Why somebody of the staff may not decide: it is their own case, or somebody with a higher role decided before. */
export const decisionBlockSchema = z.enum(['own', 'higher-role']);
export type DecisionBlock = z.infer<typeof decisionBlockSchema>;

/** A row of a queue, as whoever reads it may decide on it. */
export const withBlock = <Shape extends z.ZodRawShape>(row: z.ZodObject<Shape>) =>
  row.extend({ blocked: decisionBlockSchema.nullable() });
/** A row with the reason why the reader may not decide on it. */
export type WithBlock<Row> = Row & { blocked: DecisionBlock | null };
