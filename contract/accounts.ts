import { z } from './zod.ts';

// Control characters, and what cannot be seen: two names that look the same must be the same.
const INVISIBLE_CHARACTERS = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/u;

const username = z
  .string()
  .trim()
  .min(3, 'Username must be at least 3 characters')
  .max(60, 'Username must be at most 60 characters')
  // Some single characters are eighteen in the form that must be unique.
  .refine((name) => name.normalize('NFKC').length <= 60, 'Username must be at most 60 characters')
  .refine((name) => !INVISIBLE_CHARACTERS.test(name), 'Username must not contain invisible characters');
const password = z
  .string()
  .min(6, 'Password must be at least 6 characters')
  .max(200, 'Password must be at most 200 characters');
const email = z
  .string()
  .trim()
  .max(254, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'));
const businessName = z
  .string()
  .trim()
  .min(3, 'Business name must be at least 3 characters')
  .max(200, 'Business name must be at most 200 characters')
  .refine((name) => !CONTROL_CHARACTERS.test(name), 'Business name must not contain control characters');
const currentPassword = z.string().min(1, 'Enter your password').max(200, 'Password must be at most 200 characters');
/** What a link that was mailed carries: 256 bits. */
export const emailTokenSchema = z
  .string()
  .regex(/^[\w-]{43}$/, 'This link is not complete. Open it from the mail again.');

/** `POST /api/login` (docs/product.md, Accounts). */
export const loginSchema = z.object({ username, password });
export type Login = z.infer<typeof loginSchema>;

/** `POST /api/register`. The form asks for the password twice; a client that does not may leave the second out. */
export const registrationSchema = z
  .object({ businessName, email, username, password, confirmPassword: password.optional() })
  .refine(({ password, confirmPassword }) => confirmPassword === undefined || password === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
    // Said beside the faults of other fields, not only once they are mended.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
export type Registration = z.infer<typeof registrationSchema>;

/** Who is signed in, as only they see it. Times are ISO 8601 in UTC. */
export const userSchema = z.object({
  id: z.number().int(),
  username: z.string(),
  businessName: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the address was confirmed by the link that was mailed to it. */
  emailConfirmed: z.boolean(),
  /** A new address that waits for its confirmation. */
  pendingEmail: z.string().nullable(),
  isAdmin: z.boolean(),
  createdAt: z.string(),
});
export type User = z.infer<typeof userSchema>;

export const profileSchema = z.object({ businessName });
export const passwordChangeSchema = z.object({ currentPassword: currentPassword, newPassword: password });
export const emailChangeSchema = z.object({ email, password: currentPassword });
export const accountDeletionSchema = z.object({ password: currentPassword });
export const passwordResetRequestSchema = z.object({ email });
export const passwordResetSchema = z.object({ token: emailTokenSchema, password });
export const emailConfirmationSchema = z.object({ token: emailTokenSchema });

/** One of the places where an account is signed in. */
export const sessionSchema = z.object({
  id: z.number().int(),
  /** The browser and system, in words: 'Firefox on Windows'. */
  device: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** The one that asks. */
  current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

/** What answers to a deed that leaves nothing to show. */
export const messageResponseSchema = z.object({ message: z.string() });
