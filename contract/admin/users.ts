import { emailSchema } from '#contract/accounts.ts';
import { cursorSchema, idSchema, listQuerySchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { levelSchema } from '#contract/listings.ts';
import { listingStatusSchema } from '#contract/owner-listings.ts';
import { paymentSchema } from '#contract/payments.ts';
import { multiLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

/** An account as the administrator sees it. */
export const adminUserSchema = z.object({
  id: z.number().int(),
  username: z.string(),
  isActive: z.boolean(),
  suspendedAt: z.string().nullable(),
  suspensionReason: z.string().nullable(),
  /** The id of the administrator who suspended it. */
  suspendedBy: z.number().int().nullable(),
  /** Their username; only in lists, and null where the account was deleted. */
  suspendedByName: z.string().nullable().optional(),
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
  /** The number of sessions that have not ended. */
  sessions: z.number().int(),
  hasSecondFactor: z.boolean(),
  /** When it last signed in; null if it has not for as long as the audit log goes back. */
  signedInAt: z.string().nullable(),
  listings: z.object({ total: z.number().int(), newest: z.array(accountListingSchema) }),
  /** The newest, paid and rejected ones; null for roles that may not see payments. */
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
  reason: multiLine({
    min: 1,
    tooShort: defineMessage('Suspension reason is required'),
    max: 1000,
    tooLong: defineMessage('Suspension reason is too long'),
  }),
});

/** The id of an account in a URL. */
export const accountIdSchema = idSchema;

/** How long an invitation to create an account holds. */
export const SIGN_UP_INVITATION_DAYS = 14;

/** `POST /api/admin/sign-up-invitations`: sends one, or sends it again. */
export const signUpInvitationFormSchema = z.object({ email: emailSchema });

const signUpInvitationSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  invitedBy: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
});
export type SignUpInvitation = z.infer<typeof signUpInvitationSchema>;

/** `GET /api/admin/sign-up-invitations`, and the response to every change: those that were not used, the newest first. */
export const signUpInvitationsSchema = z.object({ invitations: z.array(signUpInvitationSchema) });
export type SignUpInvitations = z.infer<typeof signUpInvitationsSchema>;
