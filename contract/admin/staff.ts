import { currentPasswordSchema, emailSchema, emailTokenSchema, usernameSchema } from '#contract/accounts.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { ROLES } from './roles.ts';

/** For how many days an invitation works. */
export const INVITATION_DAYS = 7;

/** The fewest characters in a password of the staff. */
export const MIN_STAFF_PASSWORD_LENGTH = 12;

const roleSchema = z.enum(ROLES, defineMessage('Choose a role'));
const reasonSchema = singleLine({
  min: 1,
  tooShort: defineMessage('Say why'),
  max: 300,
  tooLong: defineMessage('The reason can have at most 300 characters'),
});
const accountRefSchema = z.object({ id: z.number().int(), username: z.string() });

/** A member of the staff. Times are ISO 8601 in UTC. */
export const staffMemberSchema = z.object({
  accountId: z.number().int(),
  username: z.string(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  /** Since when the member has the role; of account 1, since when there is the account. */
  since: z.string(),
  /** Who gave it; null for account 1, for accounts that were deleted, and for roles that were given before invitations. */
  givenBy: accountRefSchema.nullable(),
  hasSecondFactor: z.boolean(),
  /** Null if there was none for as long as the audit log goes back. */
  signedInAt: z.string().nullable(),
  /** The number of open sessions. */
  sessions: z.number().int(),
});
export type StaffMember = z.infer<typeof staffMemberSchema>;

/** An invitation that was neither accepted nor withdrawn. */
export const staffInvitationSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  role: z.enum(ROLES),
  reason: z.string(),
  invitedBy: accountRefSchema,
  sentAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
});
export type StaffInvitation = z.infer<typeof staffInvitationSchema>;

/** `GET /api/admin/staff`. */
export const staffSchema = z.object({
  members: z.array(staffMemberSchema),
  invitations: z.array(staffInvitationSchema),
});
export type Staff = z.infer<typeof staffSchema>;

/** `POST /api/admin/staff/invitations`. */
export const invitationFormSchema = z.object({ email: emailSchema, role: roleSchema, reason: reasonSchema });
export type InvitationForm = z.infer<typeof invitationFormSchema>;

/** `POST /api/admin/staff/{id}/role`. */
export const roleChangeSchema = z.object({ role: roleSchema, reason: reasonSchema });
export type RoleChange = z.infer<typeof roleChangeSchema>;

/** `POST /api/admin/staff/{id}/remove`, and others that only say why. */
export const staffReasonSchema = z.object({ reason: reasonSchema });

/** A session of a member of the staff. */
export const staffSessionSchema = z.object({
  id: z.number().int(),
  /** The browser and operating system: 'Firefox on Windows'. */
  device: z.string(),
  /** Of the last use: a /24 or /48; null if it is not known. */
  network: z.string().nullable(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
});
export type StaffSession = z.infer<typeof staffSessionSchema>;

/** `POST /api/staff-invitations/find`. */
export const invitationTokenSchema = z.object({ token: emailTokenSchema });

/** What the page behind the link of an invitation shows. */
export const foundInvitationSchema = z.object({
  email: z.string(),
  role: z.enum(ROLES),
  invitedBy: z.string(),
  expiresAt: z.string(),
  /** Whether an account has the address: it signs in, and others register. */
  hasAccount: z.boolean(),
});
export type FoundInvitation = z.infer<typeof foundInvitationSchema>;

/** `POST /api/staff-invitations/accept`, by the account that has the address. */
export const acceptanceSchema = z.object({
  token: emailTokenSchema,
  password: currentPasswordSchema,
});

/** `POST /api/staff-invitations/register`: a new account for the address. */
export const invitedRegistrationSchema = z.object({
  token: emailTokenSchema,
  username: usernameSchema,
  password: z
    .string()
    .min(
      MIN_STAFF_PASSWORD_LENGTH,
      defineMessage('Password must be at least {min} characters', { min: MIN_STAFF_PASSWORD_LENGTH }),
    )
    .max(200, defineMessage('Password must be at most 200 characters')),
});
