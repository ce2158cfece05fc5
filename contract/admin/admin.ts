import { cursorSchema, idSchema, listQuerySchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { levelSchema } from '#contract/listings.ts';
import { listingStatusSchema } from '#contract/owner-listings.ts';
import { paymentSchema } from '#contract/payments.ts';
import { z } from '#contract/zod.ts';
import { storedFactsSchema } from './audit-facts.ts';

/** An account as the administrator sees it. */
export const adminUserSchema = z.object({
  id: z.number().int(),
  username: z.string(),
  isActive: z.boolean(),
  suspendedAt: z.string().nullable(),
  suspensionReason: z.string().nullable(),
  /** The id of the administrator who suspended it. */
  suspendedBy: z.number().int().nullable(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/** The most listings, and the most payments, that an account is shown with. */
export const ACCOUNT_ROWS = 20;

const accountListingSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  city: z.string(),
  level: levelSchema,
  status: listingStatusSchema,
  /** When it is or was no longer shown unless it is renewed; null if that never ends. */
  expiresAt: z.string().nullable(),
});

/** `GET /api/admin/users/{id}`: an account, with the newest of what belongs to it. */
export const adminAccountSchema = adminUserSchema.extend({
  createdAt: z.string(),
  email: z.string().nullable(),
  isEmailConfirmed: z.boolean(),
  /** The address that it wants to have, and has not confirmed. */
  pendingEmail: z.string().nullable(),
  businessName: z.string().nullable(),
  /** Sign-ins that have not ended. */
  sessions: z.number().int(),
  hasSecondFactor: z.boolean(),
  /** When it last signed in; null if it has not for as long as the audit log goes back. */
  signedInAt: z.string().nullable(),
  listings: z.object({ total: z.number().int(), newest: z.array(accountListingSchema) }),
  /** Paid and rejected ones. */
  /** Null for roles that may not see payments. */
  payments: z.array(paymentSchema).nullable(),
});
export type AdminAccount = z.infer<typeof adminAccountSchema>;

/** `sort` is a column; a leading hyphen sorts in descending order. The header `X-Total-Count` holds the total. */
export const adminUsersQuerySchema = listQuerySchema.extend({
  search: z.string().trim().max(60).default(''),
  sort: z.enum(['id', '-id', 'username', '-username', 'suspendedAt', '-suspendedAt']).default('id'),
  // It contains a username in its normal form, which can be many times as long as the name.
  cursor: cursorSchema(4000).optional(),
});
export type AdminUsersQuery = z.infer<typeof adminUsersQuerySchema>;

/** `POST /api/admin/users/{id}/suspend`. */
export const suspensionSchema = z.object({
  reason: z
    .string()
    .trim()
    .min(1, defineMessage('Suspension reason is required'))
    .max(1000, defineMessage('Suspension reason is too long'))
    // PostgreSQL refuses a zero byte in a text.
    .regex(/^[^\0]*$/, defineMessage('Suspension reason must be text')),
});

/** The id of an account in a URL. */
export const accountIdSchema = idSchema;

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
  'listing-recategorized',
  'listing-moved',
  'listing-deleted',
  'bulk-change-undone',
  'listing-approved',
  'listing-declined',
  'approval-rules-changed',
  'claim-approved',
  'claim-declined',
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
  'second-factor-added',
  'second-factor-removed',
  'second-factor-reset',
  'recovery-codes-made',
  'setting-changed',
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
  'category-added',
  'category-edited',
  'categories-ordered',
  'category-merged',
  'text-published',
  'text-drafted',
  'sample-email-sent',
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
  /** Whom it is about. */
  accountId: accountIdSchema.optional(),
  account: accountReferenceSchema,
  /** Who acted, where it is somebody else. */
  actor: accountReferenceSchema,
  kind: z.enum(AUDIT_KINDS).optional(),
  listingId: idSchema.optional(),
  /** The first and the last day, in Los Angeles. */
  from: calendarDate,
  to: calendarDate,
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** One entry of the audit log, newest first. */
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

/** `GET /api/admin/site`: whether the site is a copy that was restored from a backup, and not the site itself. */
export const siteStateSchema = z.object({
  /** When, and from which backup; null for the site itself. */
  restored: z.object({ at: z.string(), backup: z.string() }).nullable(),
});
export type SiteState = z.infer<typeof siteStateSchema>;

/** What a check of the deployment found, in one line. */
const findingSchema = z.object({
  /** What was checked: a word or two, such as 'Database'. */
  subject: z.string(),
  state: z.enum(['ok', 'warning', 'error']),
  /** What is so, and if it is not right how to mend it: whole sentences without secrets. */
  text: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** `GET /api/admin/health`: what `npm run doctor` finds, at most a minute old. */
export const healthSchema = z.object({ checkedAt: z.string(), findings: z.array(findingSchema) });
export type Health = z.infer<typeof healthSchema>;

/** `GET /api/admin/mail`: emails in the queue that were not sent yet or were given up. */
export const mailBacklogSchema = z.object({
  /** How many wait for their first or next attempt. */
  waiting: z.number().int(),
  /** When the oldest of them was queued; null when none waits. */
  waitingSince: z.string().nullable(),
  /** How many were given up in the past 14 days. */
  givenUp: z.number().int(),
});
export type MailBacklog = z.infer<typeof mailBacklogSchema>;
