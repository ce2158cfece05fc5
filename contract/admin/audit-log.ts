import { idSchema, listQuerySchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { storedFactsSchema } from './audit-facts.ts';
import { accountIdSchema } from './users.ts';

/** An account in a filter: its number, or its username. */
const accountReferenceSchema = z.string().trim().max(60).optional();

const calendarDate = z.iso
  .date(defineMessage('Use a date such as 2026-03-08'))
  .regex(/^20\d\d/, defineMessage('Choose a date in this century'))
  .optional();

/** What an entry of the audit log says was done. */
export const AUDIT_KINDS = [
  'registered',
  'signed-in',
  'sign-in-failed',
  'signed-out',
  'password-changed',
  'password-reset',
  'email-changed',
  'suspended',
  'activated',
  'deleted',
  'listing-hidden',
  'listing-shown',
  'listing-kept',
  'listing-renewed',
  'listing-recategorized',
  'listing-moved',
  'listing-deleted',
  'bulk-change-undone',
  'listing-approved',
  'listing-declined',
  'approval-rules-changed',
  'claim-approved',
  'claim-declined',
  'claim-taken-back',
  'payment-refunded',
  'refund-declined',
  'import-undone',
  'edit-accepted',
  'edit-dismissed',
  'import-uploaded',
  'import-started',
  'import-canceled',
  'mail-resent',
  'mail-discarded',
  'job-rerun',
  'listing-edited',
  'listing-restored',
  'objection-decided',
  'data-exported',
  'export-scheduled',
  'export-unscheduled',
  'api-key-created',
  'api-key-revoked',
  'webhook-created',
  'webhook-deleted',
  'webhook-secret-rotated',
  'webhook-paused',
  'webhook-resumed',
  'second-factor-added',
  'second-factor-removed',
  'second-factor-reset',
  'recovery-codes-made',
  'setting-changed',
  'invoice-reissued',
  'price-scheduled',
  'price-withdrawn',
  'coupon-created',
  'coupon-changed',
  'coupon-ended',
  'tax-scheduled',
  'tax-withdrawn',
  'credit-given',
  'credit-taken-back',
  'staff-invited',
  'invitation-resent',
  'invitation-withdrawn',
  'staff-joined',
  'role-changed',
  'staff-removed',
  'sessions-ended',
  'notice-changed',
  'ad-changed',
  'picture-changed',
  'category-added',
  'category-edited',
  'place-changed',
  'categories-ordered',
  'category-merged',
  'text-published',
  'text-drafted',
  'sample-email-sent',
  'sign-up-invited',
  'sign-up-invitation-withdrawn',
  'announcement-started',
  'announcement-stopped',
  'report-closed',
  'listing-posted',
  'listing-offered',
  'offer-resent',
  'offer-withdrawn',
  'offer-declined',
  'listing-transferred',
  'member-invited',
  'member-joined',
  'member-removed',
  'message-approved',
  'message-withheld',
  'conversation-stopped',
  'message-report-dismissed',
  'review-shown',
  'review-withheld',
  'review-report-dismissed',
  'review-appeal-decided',
  'samples-removed',
  'backup-started',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** `GET /api/admin/audit`. Without filters all entries. */
export const auditQuerySchema = listQuerySchema.extend({
  /** The account that the entries are about. */
  accountId: accountIdSchema.optional(),
  account: accountReferenceSchema,
  /** Who acted, where it is not the account itself. */
  actor: accountReferenceSchema,
  kind: z.enum(AUDIT_KINDS).optional(),
  listingId: idSchema.optional(),
  /** The first and the last day, in Los Angeles. */
  from: calendarDate,
  to: calendarDate,
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** One entry of the audit log. */
export const auditLogEntrySchema = z.object({
  id: z.number().int(),
  at: z.string(),
  kind: z.enum(AUDIT_KINDS),
  /** The account that the entry is about; null when no account has that username. */
  accountId: z.number().int().nullable(),
  username: z.string().nullable(),
  /** The account that acted, where it is a different one. */
  actorId: z.number().int().nullable(),
  /** The name of that account; null if it was deleted. */
  actor: z.string().nullable(),
  /** Its role then; null in entries from before roles were recorded. */
  role: z.string().nullable(),
  reason: z.string().nullable(),
  /** The listing that the entry is about; it may no longer exist. */
  listingId: z.number().int().nullable(),
  /** What was changed, before and after: facts by name (`audit-facts.ts`). */
  before: storedFactsSchema.nullable(),
  after: storedFactsSchema.nullable(),
});
export type AuditLogEntry = z.infer<typeof auditLogEntrySchema>;
