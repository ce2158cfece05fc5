import { currentPasswordSchema, emailTokenSchema } from '#contract/accounts.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { passkeyAssertionSchema, passkeyRegistrationSchema } from './passkey-schemas.ts';

/** What can be asked for after a right password. */
export const SECOND_FACTORS = ['passkey', 'totp', 'recovery'] as const;
export type SecondFactorKind = (typeof SECOND_FACTORS)[number];

/** The most passkeys of an account. */
export const MAX_PASSKEYS = 10;

/** `POST /api/login` of an account with a second factor: nobody is signed in yet. */
export const pendingSignInSchema = z.object({
  secondFactor: z.array(z.enum(SECOND_FACTORS)),
  /** For the second step, within five minutes. */
  token: z.string(),
});
export type PendingSignIn = z.infer<typeof pendingSignInSchema>;

const totpCode = z
  .string()
  .overwrite((code) => code.replace(/\s/g, ''))
  .regex(/^\d{6}$/, defineMessage('Enter the 6 digits from your app'));
const recoveryCode = z
  .string()
  .max(60, defineMessage('Enter one of your recovery codes'))
  .overwrite((code) => code.toUpperCase().replace(/[\s-]/g, ''))
  // Recovery codes of earlier releases have 16 characters.
  .regex(/^[A-Z2-7]{16}(?:[A-Z2-7]{8})?$/, defineMessage('Enter one of your recovery codes'));

const factorProofs = [
  z.object({ kind: z.literal('passkey'), response: passkeyAssertionSchema }),
  z.object({ kind: z.literal('totp'), code: totpCode }),
  z.object({ kind: z.literal('recovery'), code: recoveryCode }),
] as const;

/** A second factor, for whoever has one. */
export const factorProofSchema = z.discriminatedUnion('kind', factorProofs);
export type FactorProof = z.infer<typeof factorProofSchema>;

/** `POST /api/login/second-factor` and its options. */
export const secondStepSchema = z.object({ token: emailTokenSchema, proof: factorProofSchema });
export const secondStepTokenSchema = z.object({ token: emailTokenSchema });

/** `POST /api/login/passkey`: a passkey alone, which verified its user itself. */
export const passkeySignInSchema = z.object({ response: passkeyAssertionSchema });

/** `POST /api/user/step-up`: a second factor, or the password of an account that has none. */
export const stepUpSchema = z.object({
  proof: z.discriminatedUnion('kind', [
    ...factorProofs,
    z.object({ kind: z.literal('password'), password: currentPasswordSchema }),
  ]),
});
export type StepUp = z.infer<typeof stepUpSchema>;

/** What can be asked of the account, and what a browser's passkeys have to sign; null without passkeys. */
export const stepUpOptionsSchema = z.object({
  methods: z.array(z.enum([...SECOND_FACTORS, 'password'])),
  passkey: z.record(z.string(), z.unknown()).nullable(),
});
export type StepUpOptions = z.infer<typeof stepUpOptionsSchema>;

/** What a browser needs to create a passkey or to sign with one (WebAuthn, …OptionsJSON). */
export const passkeyOptionsSchema = z.record(z.string(), z.unknown());

const passkeyName = singleLine({
  min: 1,
  tooShort: defineMessage('Give it a name, such as “My phone”'),
  max: 60,
  tooLong: defineMessage('The name can have at most 60 characters'),
});

export const passkeyCreationSchema = z.object({ name: passkeyName, response: passkeyRegistrationSchema });
export const passkeyRenameSchema = z.object({ name: passkeyName });
export const totpConfirmationSchema = z.object({ code: totpCode });

/** A passkey, for its owner. Times are ISO 8601 in UTC. */
export const passkeySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** `GET /api/user/second-factor`. */
export const secondFactorStateSchema = z.object({
  passkeys: z.array(passkeySchema),
  totp: z.object({ createdAt: z.string(), lastUsedAt: z.string().nullable() }).nullable(),
  /** Unused recovery codes; there are ten after the first factor was added. */
  recoveryCodesLeft: z.number().int(),
  /** Whether the account must have a second factor: that of staff, in production. */
  isRequired: z.boolean(),
  /** What the administration asks for before it answers this session; null if nothing, and for owners. */
  missing: z.enum(['password-change-required', 'second-factor-required']).nullable(),
});
export type SecondFactorState = z.infer<typeof secondFactorStateSchema>;

/** The start of setting up an authenticator app: its secret as base32, and as a URI for a QR code. */
export const totpSetupSchema = z.object({ secret: z.string(), uri: z.string() });
export type TotpSetup = z.infer<typeof totpSetupSchema>;

/** New recovery codes, shown only now; null where the account has codes already. */
export const addedFactorSchema = z.object({ recoveryCodes: z.array(z.string()).nullable() });
export type AddedFactor = z.infer<typeof addedFactorSchema>;

/** `POST /api/admin/users/{id}/second-factor/reset`. */
export const factorResetSchema = z.object({
  reason: singleLine({
    min: 1,
    tooShort: defineMessage('Say why'),
    max: 300,
    tooLong: defineMessage('The reason can have at most 300 characters'),
  }),
});
