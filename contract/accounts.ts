import { ROLES } from '#contract/admin/roles.ts';
import { LANGUAGES } from '#contract/i18n/languages.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { idSchema } from './api.ts';
import { z } from './zod.ts';

// Control and invisible characters: two names that look equal must be equal.
const INVISIBLE_CHARACTERS = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The name that an account signs in with. */
export const usernameSchema = z
  .string()
  .trim()
  .min(3, defineMessage('Username must be at least 3 characters'))
  // Nothing else looks at a longer one: normalizing 100 kB takes a third of a second.
  .max(60, { error: defineMessage('Username must be at most 60 characters'), abort: true })
  // One character can become up to eighteen in the normalized form, which must be unique.
  .refine((name) => name.normalize('NFKC').length <= 60, defineMessage('Username must be at most 60 characters'))
  .refine((name) => !INVISIBLE_CHARACTERS.test(name), defineMessage('Username can’t contain invisible characters'));
const passwordSchema = z
  .string()
  .min(6, defineMessage('Password must be at least 6 characters'))
  .max(200, defineMessage('Password must be at most 200 characters'));
// RFC 5321, 4.5.3.1.3, without the angle brackets.
const MAX_EMAIL_LENGTH = 254;

/** An email address as people type it. */
export const emailSchema = z
  .string()
  .trim()
  .max(MAX_EMAIL_LENGTH, defineMessage('Please enter a valid email address'))
  .pipe(z.email(defineMessage('Please enter a valid email address')));
const businessName = singleLine({
  min: 3,
  tooShort: defineMessage('Business name must be at least 3 characters'),
  max: 200,
  tooLong: defineMessage('Business name must be at most 200 characters'),
});
/** The password of an account, to prove that it is its owner. */
export const currentPasswordSchema = z
  .string()
  .min(1, defineMessage('Enter your password'))
  .max(200, defineMessage('Password must be at most 200 characters'));
/** The token in a link that is sent by email: 256 bits. */
export const emailTokenSchema = z
  .string()
  .regex(/^[\w-]{43}$/, defineMessage('This link is incomplete. Open it again from your email.'));

/** `POST /api/login` (docs/product.md, Accounts). */
export const loginSchema = z.object({
  /** The username, or the email of the account. */
  username: z
    .string()
    .trim()
    .min(3, defineMessage('Username must be at least 3 characters'))
    .max(MAX_EMAIL_LENGTH, { error: defineMessage('Enter your username or email'), abort: true })
    .refine((name) => name.normalize('NFKC').length <= MAX_EMAIL_LENGTH, defineMessage('Enter your username or email'))
    .refine((name) => !INVISIBLE_CHARACTERS.test(name), defineMessage('Username can’t contain invisible characters')),
  password: passwordSchema,
});
export type Login = z.infer<typeof loginSchema>;

// The listing whose claim goes on where the link that confirms the email is opened.
const claimedListing = z.int().positive().optional();

/** `POST /api/register`. The second password is optional, for clients that ask for it only once. */
export const registrationSchema = z
  .object({
    businessName,
    email: emailSchema,
    username: usernameSchema,
    password: passwordSchema,
    confirmPassword: passwordSchema.optional(),
    claim: claimedListing,
    /** The token of an invitation, where new accounts are by invitation. */
    invitation: emailTokenSchema.optional(),
  })
  .refine(({ password, confirmPassword }) => confirmPassword === undefined || password === confirmPassword, {
    path: ['confirmPassword'],
    message: defineMessage('Passwords do not match'),
    // Reported together with the errors of other fields, not only after they are corrected.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
export type Registration = z.infer<typeof registrationSchema>;

/** The account of the session, for its owner only. Times are ISO 8601 in UTC. */
export const userSchema = z.object({
  id: z.number().int(),
  username: z.string(),
  businessName: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the address was confirmed by the link that was sent to it. */
  emailConfirmed: z.boolean(),
  /** A new address that is not confirmed yet. */
  pendingEmail: z.string().nullable(),
  /** The language of our emails and push messages. */
  language: z.enum(LANGUAGES),
  /** Whether it is account 1, which cannot be deleted. */
  isAdmin: z.boolean(),
  /** What it may do at `/admin`; null for those who are not on the staff. */
  role: z.enum(ROLES).nullable(),
  /** Whether its listings with an end renew themselves while it uses the site. */
  keepsListingsUp: z.boolean(),
  createdAt: z.string(),
});
export type User = z.infer<typeof userSchema>;

export const businessNameSchema = z.object({ businessName });
/** `PATCH /api/user`: only what is sent changes. */
export const profileSchema = businessNameSchema
  .extend({ language: z.enum(LANGUAGES, defineMessage('Choose a language.')), keepsListingsUp: z.boolean() })
  .partial()
  .refine((profile) => Object.keys(profile).length > 0, defineMessage('Say what to change.'));
export type Profile = z.infer<typeof profileSchema>;
export const passwordChangeSchema = z.object({ currentPassword: currentPasswordSchema, newPassword: passwordSchema });
export const emailChangeSchema = z.object({ email: emailSchema, password: currentPasswordSchema });
export const accountDeletionSchema = z.object({ password: currentPasswordSchema });
export const passwordResetRequestSchema = z.object({ email: emailSchema });
export const passwordResetSchema = z.object({ token: emailTokenSchema, password: passwordSchema });
/** `POST /api/password-checks`: a new password with what the form knows of its owner, the names or the token of the emailed link. */
export const passwordCheckSchema = z.object({
  password: passwordSchema,
  username: z.string().max(MAX_EMAIL_LENGTH).optional(),
  email: z.string().max(MAX_EMAIL_LENGTH).optional(),
  businessName: z.string().max(200).optional(),
  token: emailTokenSchema.optional(),
});
/** Why the password would be refused, or null. */
export const passwordCheckResultSchema = z.object({ message: z.string().nullable() });
/** The response to a new password: with which username the account signs in. */
export const resetPasswordSchema = z.object({ message: z.string(), username: z.string() });
/** `POST /api/email-sign-ins`: a link for who has no password, or no account yet. */
export const emailSignInRequestSchema = z.object({ email: emailSchema });
export const emailSignInSchema = z.object({ token: emailTokenSchema });
/** `POST /api/user/email-confirmation`. */
export const confirmationRequestSchema = z.object({ claim: idSchema.optional() });
export const emailConfirmationSchema = z.object({ token: emailTokenSchema });

/** One session of an account. */
export const sessionSchema = z.object({
  id: z.number().int(),
  /** The browser and operating system: 'Firefox on Windows'. */
  device: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

/** The response to a request that returns no data. */
export const messageResponseSchema = z.object({ message: z.string() });
