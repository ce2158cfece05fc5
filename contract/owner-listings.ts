import { defineMessage } from '#contract/i18n/t.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { listQuerySchema } from './api.ts';
import { listingFormValuesSchema } from './listing-form.ts';
import { levelSchema, listingPageSchema } from './listings.ts';
import { uploadedPhotoSchema } from './photos.ts';
import { z } from './zod.ts';

/** The states of a listing (docs/listing-states.md); samples have a status of their own and no owner. */
export const listingStatusSchema = z.enum(['draft', 'waiting', 'active', 'paused', 'hidden', 'deleted']);
export type ListingStatus = z.infer<typeof listingStatusSchema>;

/** The actions of an owner; `acts` of a listing names the ones that its status allows. */
export const ownerActionSchema = z.enum([
  'publish',
  'edit',
  'pause',
  'resume',
  'renew',
  'duplicate',
  'delete',
  'undelete',
]);
export type OwnerAction = z.infer<typeof ownerActionSchema>;

/** A listing in its owner's list. Times are ISO 8601 in UTC. */
export const ownerListingSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  businessName: z.string(),
  city: z.string(),
  zipCode: z.string().nullable(),
  /** The number and street; null for a post-office box and where there is none. */
  street: z.string().nullable(),
  category: z.object({ name: z.string(), icon: z.string(), top: z.string() }),
  county: z.object({ slug: z.string() }),
  imageUrl: z.string().nullable(),
  /** See `listingSchema`. */
  imageSrc: z.string().nullable(),
  status: listingStatusSchema,
  /** Whether it is not shown until it is renewed; independent of the status. */
  expired: z.boolean(),
  /** The level at which visitors see it now. */
  level: levelSchema,
  /** The level that is paid for until `paidUntil`; that of its last paid time after its end. */
  paidLevel: levelSchema,
  paidUntil: z.string().nullable(),
  /** Null for a listing without end. */
  expiresAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The end of the period in which a deleted listing can be restored. */
  undeletableUntil: z.string().nullable(),
  hiddenReason: z.string().nullable(),
  /** The views of its page since the listing was created. */
  views: z.number().int(),
  /** The views of each of the past 30 days in Los Angeles, the oldest first and today last. */
  recentViews: z.array(z.number().int()),
  version: z.number().int(),
  acts: z.array(ownerActionSchema),
});
export type OwnerListing = z.infer<typeof ownerListingSchema>;

/** A listing for its owner, with the values of its form. */
export const ownerListingPageSchema = ownerListingSchema.extend({
  form: listingFormValuesSchema,
  /** The uploaded pictures that the form refers to, including the logo. */
  pictures: z.array(uploadedPhotoSchema),
});
export type OwnerListingPage = z.infer<typeof ownerListingPageSchema>;

/** The fields of a form that visitors find under another name than it says; missing where there is none. */
export const correctionsSchema = z.object({
  corrected: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type Corrections = z.infer<typeof correctionsSchema>;

/** The response of an edit. */
export const editedListingSchema = ownerListingPageSchema.extend(correctionsSchema.shape);

/** `GET /api/user/ads`. */
export const ownerListingsQuerySchema = listQuerySchema.extend({ status: listingStatusSchema.optional() });
export type OwnerListingsQuery = z.infer<typeof ownerListingsQuerySchema>;

// It reaches PostgreSQL, which refuses a zero byte in a text.
const identifying = (max: number) =>
  singleLine({ max, tooLong: defineMessage('Use {max} characters or fewer', { max }) });

/** `GET /api/user/ads/similar`: what identifies a business in the form of a new listing. */
export const similarListingsQuerySchema = z.object({
  businessName: identifying(200),
  address: identifying(300),
  zipCode: identifying(10),
  phone: identifying(40),
});
export type SimilarListingsQuery = z.infer<typeof similarListingsQuerySchema>;

/** `GET /api/user/ads/unclaimed`, with the same query: a public listing without an owner that is the business of the form. */
export const listedBusinessSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  address: z.string().nullable(),
  city: z.string(),
});
export type ListedBusiness = z.infer<typeof listedBusinessSchema>;

/** The response of every request that creates a listing. */
export const postedListingSchema = correctionsSchema.extend({ ad: ownerListingSchema, message: z.string() });
export type PostedListing = z.infer<typeof postedListingSchema>;

/** The listing's page as visitors see it, or would see it. */
export const listingPreviewSchema = listingPageSchema;

/** `PUT /api/user/posting-draft`: the form of a new listing as the page stores it, in its own JSON, which only the page reads. */
export const postingDraftFormSchema = z.object({
  content: z
    .string()
    .min(2)
    .max(60_000)
    .regex(/^[^\0]*$/),
});

/** `GET /api/user/posting-draft`. */
export const postingDraftSchema = postingDraftFormSchema.extend({ savedAt: z.iso.datetime() });
export type PostingDraft = z.infer<typeof postingDraftSchema>;
