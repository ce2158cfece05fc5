import { messageResponseSchema } from './accounts.ts';
import { listQuerySchema } from './api.ts';
import { multiLine } from './text.ts';
import { z } from './zod.ts';

/** `POST /api/ads/{id}/claims`. With an address at the website's domain the proof is a mail there. */
export const claimFormSchema = z.object({
  email: z
    .union([
      z.literal(''),
      z
        .string()
        .trim()
        .max(254, 'Please enter a valid email address')
        .pipe(z.email('Please enter a valid email address')),
    ])
    .default(''),
  note: multiLine({ max: 1000, tooLong: 'At most 1000 characters' }).default(''),
});
export type ClaimForm = z.input<typeof claimFormSchema>;

/** How a claim stands: proved by a link that was mailed, or waiting for the administrator, or over. */
export const claimStatusSchema = z.enum(['mailed', 'waiting', 'approved', 'declined']);

/** A claim as who made it sees it. */
export const claimSchema = z.object({
  id: z.number().int(),
  listing: z.object({ id: z.number().int(), title: z.string() }),
  status: claimStatusSchema,
  /** Where the link was mailed. */
  email: z.string().nullable(),
  /** What the administrator wrote to the claimant. */
  reason: z.string().nullable(),
  createdAt: z.string(),
});
export type Claim = z.infer<typeof claimSchema>;

/** A claim as the administrator sees it. */
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
});
export type AdminClaim = z.infer<typeof adminClaimSchema>;

export const adminClaimsQuerySchema = listQuerySchema.extend({ status: claimStatusSchema.default('waiting') });
export type AdminClaimsQuery = z.infer<typeof adminClaimsQuerySchema>;

/** `POST /api/admin/claims/{id}/decline`: mailed to the claimant. */
export const claimDeclineSchema = z.object({
  reason: multiLine({ min: 1, tooShort: 'Reason is required', max: 1000, tooLong: 'Reason is too long' }),
});

/** `POST /api/claims/redeem`, signed in as the claimant: what the link that was mailed carries. */
export const claimTokenSchema = z.object({
  token: z.string().regex(/^[\w-]{43}$/, 'This link is not complete. Open it from the mail again.'),
});

/** Says which listing it is that the claimant owns now. */
export const redeemedClaimSchema = messageResponseSchema.extend({ listingId: z.number().int() });
export type RedeemedClaim = z.infer<typeof redeemedClaimSchema>;
