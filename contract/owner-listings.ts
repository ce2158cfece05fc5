import { listQuerySchema } from './api.ts';
import { listingFormValuesSchema } from './listing-form.ts';
import { levelSchema, listingPageSchema } from './listings.ts';
import { uploadedPhotoSchema } from './photos.ts';
import { z } from './zod.ts';

export const listingStatusSchema = z.enum(['draft', 'active', 'paused', 'hidden', 'deleted']);
export type ListingStatus = z.infer<typeof listingStatusSchema>;

/** What an owner may do with a listing; which of these now, the listing says itself. */
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

/** One's own listing as the table of them shows it. Times are ISO 8601 in UTC. */
export const ownerListingSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  businessName: z.string(),
  city: z.string(),
  category: z.object({ name: z.string(), icon: z.string() }),
  county: z.object({ slug: z.string() }),
  imageUrl: z.string().nullable(),
  status: listingStatusSchema,
  /** Whether it is shown no more until it is renewed; a condition beside the status. */
  expired: z.boolean(),
  /** What visitors see it at now. */
  level: levelSchema,
  paidUntil: z.string().nullable(),
  /** Null for one that is shown without end. */
  expiresAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Until when a deleted one can be brought back. */
  undeletableUntil: z.string().nullable(),
  /** Why the administrator has hidden it. */
  hiddenReason: z.string().nullable(),
  /** Visits to its page that were counted so far. */
  views: z.number().int(),
  /** Of these, those of each of the past 30 days in Los Angeles, the oldest first and today last. */
  recentViews: z.array(z.number().int()),
  version: z.number().int(),
  acts: z.array(ownerActionSchema),
});
export type OwnerListing = z.infer<typeof ownerListingSchema>;

/** One's own listing with what its form holds. `premium` is whether it is at the premium level. */
export const ownerListingPageSchema = ownerListingSchema.extend({
  form: listingFormValuesSchema,
  /** The uploaded pictures that the form names, the logo among them. */
  pictures: z.array(uploadedPhotoSchema),
});
export type OwnerListingPage = z.infer<typeof ownerListingPageSchema>;

/** `GET /api/user/ads`. */
export const ownerListingsQuerySchema = listQuerySchema.extend({ status: listingStatusSchema.optional() });
export type OwnerListingsQuery = z.infer<typeof ownerListingsQuerySchema>;

/** `POST /api/ads` and whatever else makes a listing. */
export const postedListingSchema = z.object({ ad: ownerListingSchema, message: z.string() });
export type PostedListing = z.infer<typeof postedListingSchema>;

/** What visitors see, or would see, of one's own listing. */
export const listingPreviewSchema = listingPageSchema;
