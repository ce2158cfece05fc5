import { defineMessage } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';

const base64url = (max: number) =>
  z
    .string()
    .max(max, defineMessage('This isn’t from a passkey'))
    .regex(/^[\w-]+$/, defineMessage('This isn’t from a passkey'));

/** What a browser answers for a passkey that signs (WebAuthn, AuthenticationResponseJSON). */
export const passkeyAssertionSchema = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: base64url(200).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
});

/** What a browser answers for a new passkey (WebAuthn, RegistrationResponseJSON). */
export const passkeyRegistrationSchema = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/, defineMessage('This isn’t from a passkey')))
      .max(10)
      .default([]),
  }),
  clientExtensionResults: z.object({}).default({}),
});
export type PasskeyRegistration = z.infer<typeof passkeyRegistrationSchema>;
