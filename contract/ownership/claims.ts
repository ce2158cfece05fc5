import { emailTokenSchema, messageResponseSchema } from '#contract/accounts.ts';
import { listQuerySchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import type { UploadErrorMessages } from '#contract/photos.ts';
import { multiLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

const claimFields = z.object({
  email: z
    .union([
      z.literal(''),
      z
        .string()
        .trim()
        .max(254, defineMessage('Please enter a valid email address'))
        .pipe(z.email(defineMessage('Please enter a valid email address'))),
    ])
    .default(''),
  note: multiLine({ max: 1000, tooLong: defineMessage('Use 1,000 characters or fewer') }).default(''),
  /** The name of an uploaded document. */
  document: z
    .string()
    .regex(/^(claim-[0-9a-f]{32}\.(pdf|webp))?$/, defineMessage('Please add the document again.'))
    .default(''),
});

const withProof = (message: string) =>
  claimFields.refine(({ email, note, document }) => email !== '' || note !== '' || document !== '', {
    path: ['note'],
    message,
  });

/** `POST /api/ads/{id}/claims`. An email address at the website's domain proves the claim by a link that is sent there. */
export const claimFormSchema = withProof(
  defineMessage('Enter an email address at the website, add a document, or tell us how we can verify it'),
);

/** The form of a listing without a website, which asks for no address. */
export const websitelessClaimFormSchema = withProof(
  defineMessage('Add a document, or tell us how we can verify that it’s yours'),
);
export type ClaimForm = z.input<typeof claimFormSchema>;

/** The messages for a refused document, the same in the form and in the API. */
export const DOCUMENT_ERROR_MESSAGES: UploadErrorMessages = {
  tooLarge: defineMessage('This file is larger than 10 MB.'),
  unreadable: defineMessage('We couldn’t read this file. Use PDF, JPEG, PNG, WebP or AVIF.'),
  tooManyPixels: defineMessage('This picture is larger than 24 megapixels.'),
  unreadableHeic: defineMessage('This browser can’t read HEIC photos. Use PDF, JPEG, PNG, WebP or AVIF.'),
};

/** `POST /api/claim-documents`: by this name a claim has it. */
export const claimDocumentSchema = z.object({ name: z.string() });
export type ClaimDocument = z.infer<typeof claimDocumentSchema>;

/**
 * `GET /api/ads/{id}/claim-proofs`: what the account can prove a claim of the listing with, besides a link and the form, and whether it
 * has one that waits.
 */
export const claimProofsSchema = z.object({
  /** Whether one click is enough: the confirmed email of the account is at the domain of the website, and nothing speaks against it. */
  accountEmail: z.boolean(),
  /** The listed number, if a code can be sent there; null if not. */
  phone: z.string().nullable(),
  /** Since when a claim of the account waits for the staff; null without one. */
  waitingSince: z.string().nullable(),
});
export type ClaimProofs = z.infer<typeof claimProofsSchema>;

/** `POST /api/ads/{id}/claims/phone-codes`: by text message or call. */
export const phoneCodeRequestSchema = z.object({ way: z.enum(['sms', 'call']) });

/** `POST /api/ads/{id}/claims/phone-codes/redeem`. */
export const phoneCodeSchema = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, defineMessage('Enter the 6 digits of the code')),
});
export type PhoneCodeForm = z.input<typeof phoneCodeSchema>;

/** `mailed`: a link was sent to the claimant. `waiting`: the administrator decides. */
export const claimStatusSchema = z.enum(['mailed', 'waiting', 'approved', 'declined']);

/** What does not prove a claim, and why: somebody of the staff or a visitor said it, it changed lately, or the listing was taken back. */
const claimDoubtSchema = z.object({
  about: z.enum(['website', 'phone', 'claimant']),
  reason: z.enum(['suggested', 'staff', 'changed', 'taken-back']),
  /** When it was changed or taken back; null where that is no longer stored. */
  at: z.string().nullable(),
});
export type ClaimDoubt = z.infer<typeof claimDoubtSchema>;

/** A claim for the account that made it. */
export const claimSchema = z.object({
  id: z.number().int(),
  listing: z.object({ id: z.number().int(), title: z.string() }),
  /** `taken-back`: it was approved, and the listing taken back since. */
  status: z.enum([...claimStatusSchema.options, 'taken-back']),
  /** The recipient of the link; null when none was sent. */
  email: z.string().nullable(),
  /** The administrator's explanation to the claimant. */
  reason: z.string().nullable(),
  createdAt: z.string(),
});
export type Claim = z.infer<typeof claimSchema>;

/** A claim for the administrator. */
export const adminClaimSchema = claimSchema.extend({
  listing: z.object({
    id: z.number().int(),
    title: z.string(),
    city: z.string(),
    website: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  claimant: z.object({
    id: z.number().int(),
    username: z.string(),
    businessName: z.string().nullable(),
    email: z.string().nullable(),
    emailConfirmed: z.boolean(),
  }),
  note: z.string(),
  /** Whether it came with a document, which `GET /api/admin/claims/{id}/document` answers until it is decided. */
  hasDocument: z.boolean(),
  /** What of the listing and the claimant proves nothing. */
  doubts: z.array(claimDoubtSchema),
});
export type AdminClaim = z.infer<typeof adminClaimSchema>;

export const adminClaimsQuerySchema = listQuerySchema.extend({ status: claimStatusSchema.default('waiting') });
export type AdminClaimsQuery = z.infer<typeof adminClaimsQuerySchema>;

/** A decision against somebody, with the reason that is sent to them: a declined claim, a listing taken back. */
export const claimReasonSchema = z.object({
  reason: multiLine({
    min: 1,
    tooShort: defineMessage('Reason is required'),
    max: 1000,
    tooLong: defineMessage('Reason is too long'),
  }),
});

/** `POST /api/claims/redeem`, signed in as the claimant: the token of the link in the email. */
export const claimTokenSchema = z.object({ token: emailTokenSchema });

/** The response names the listing that the claimant now owns. */
export const redeemedClaimSchema = messageResponseSchema.extend({ listingId: z.number().int() });
export type RedeemedClaim = z.infer<typeof redeemedClaimSchema>;
