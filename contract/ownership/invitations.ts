import { emailSchema, emailTokenSchema, usernameSchema } from '#contract/accounts.ts';
import { nullableIdSchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { LISTING_ROLES, memberSchema, membershipSchema } from './members.ts';

/** For how many days an invitation to own a listing, or to help with it, works. */
export const LISTING_INVITATION_DAYS = 14;

const RECIPIENT_MESSAGE = defineMessage('Enter an email address or a username');
const recipientSchema = singleLine({
  min: 1,
  tooShort: RECIPIENT_MESSAGE,
  max: 254,
  tooLong: RECIPIENT_MESSAGE,
}).refine((text) => emailSchema.safeParse(text).success || usernameSchema.safeParse(text).success, RECIPIENT_MESSAGE);

/** `POST /api/user/invitations`: hands listings over (`owner`), or asks somebody to help with them. */
export const listingInvitationFormSchema = z.object({
  recipient: recipientSchema,
  role: z.enum(LISTING_ROLES, defineMessage('Choose what they can do')),
  /** Null for all listings of the account. */
  listingId: nullableIdSchema,
});
export type ListingInvitationForm = z.infer<typeof listingInvitationFormSchema>;

/** An invitation that was neither accepted, declined nor withdrawn. Times are ISO 8601 in UTC. */
export const listingInvitationSchema = z.object({
  id: z.number().int(),
  /** As it was typed: nothing says whether there is such an account. */
  recipient: z.string(),
  role: z.enum(LISTING_ROLES),
  /** Null for all listings. */
  listing: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  sentAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
});
export type ListingInvitation = z.infer<typeof listingInvitationSchema>;

/** `GET /api/user/people`: who helps the account, whom it has invited, and whom it helps. */
export const peopleSchema = z.object({
  members: z.array(memberSchema),
  invitations: z.array(listingInvitationSchema),
  memberships: z.array(membershipSchema),
});
export type People = z.infer<typeof peopleSchema>;

/** `POST /api/invitations/find`, `accept` and `decline`: the token of an emailed link. */
export const listingInvitationTokenSchema = z.object({ token: emailTokenSchema });

/** The most listings that the page of an invitation names. */
export const NAMED_LISTINGS = 10;

/** What the page behind the link of an invitation shows. */
export const foundListingInvitationSchema = z.object({
  role: z.enum(LISTING_ROLES),
  /** The business whose listings they are; null for a listing that the site gives to its owner. */
  business: z.string().nullable(),
  /** The address that was invited; null for a username. */
  email: z.string().nullable(),
  /** The listings, newest first, at most ten, and how many there are. */
  listings: z.array(z.object({ id: z.number().int(), title: z.string(), city: z.string() })),
  total: z.number().int(),
  expiresAt: z.string(),
});
export type FoundListingInvitation = z.infer<typeof foundListingInvitationSchema>;

/** What was accepted: how many listings changed hands, and the listing if it is one. */
export const acceptedInvitationSchema = z.object({
  role: z.enum(LISTING_ROLES),
  count: z.number().int(),
  listingId: z.number().int().nullable(),
});
export type AcceptedInvitation = z.infer<typeof acceptedInvitationSchema>;

/** `POST /api/admin/ads/{id}/offer`: gives a listing without an owner to somebody by email. */
export const offerFormSchema = z.object({
  email: emailSchema,
  reason: multiLine({
    min: 1,
    tooShort: defineMessage('Reason is required'),
    max: 1000,
    tooLong: defineMessage('Reason is too long'),
  }),
});
/** `POST /api/admin/ads/{id}/offer/withdraw`. */
export const offerWithdrawalSchema = offerFormSchema.pick({ reason: true });
export type OfferForm = z.infer<typeof offerFormSchema>;

/** An offer of a listing by the staff, on its desk. */
export const offerSchema = z.object({
  email: z.string(),
  reason: z.string(),
  offeredBy: z.object({ id: z.number().int(), username: z.string() }),
  sentAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
});
export type Offer = z.infer<typeof offerSchema>;
