import { idSchema, listQuerySchema } from './api.ts';
import { hoursSchema, socialPlatformSchema } from './listing-form.ts';
import { photoSchema } from './photos.ts';
import { z } from './zod.ts';

/** What a listing has: free, or one of the two paid levels. */
export const levelSchema = z.enum(['free', 'enhanced', 'premium']);
export type Level = z.infer<typeof levelSchema>;

const linkSchema = z.object({ name: z.string(), slug: z.string() });

/**
 * A row of every list: the nine fields that clients know (docs/product.md, Lists), then what a card shows.
 * `imageUrl` and `businessUrl` are null for free listings. `createdAt` is ISO 8601 in UTC.
 * See docs/decisions/0018-list-rows-extend-the-client-fields.md.
 */
export const listingSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  /** The widths of `imageUrl`, where it was uploaded here. */
  imageSrcSet: z.string().nullable(),
  businessUrl: z.string().nullable(),
  locationId: z.number().int(),
  createdAt: z.string(),
  premium: z.boolean(),
  isFeatured: z.boolean(),
  level: levelSchema,
  businessName: z.string(),
  city: linkSchema.extend({ slug: z.string().nullable() }),
  county: linkSchema,
  zipCode: z.string(),
  category: linkSchema.extend({ icon: z.string() }),
  /** An open-data listing that no account has claimed. */
  unclaimed: z.boolean(),
  /** Made up, to show what paying looks like. */
  sample: z.boolean(),
});
export type Listing = z.infer<typeof listingSchema>;

/** A listing as its own page shows it. The point is given for paid levels only: free ones have no map pin. */
export const listingPageSchema = listingSchema.extend({
  address: z.string().nullable(),
  state: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  location: linkSchema.extend({ id: z.number().int() }),
  parentCategory: linkSchema.nullable(),
  point: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  /** The uploaded pictures of paid listings; the first of them, else the logo, is the `imageUrl`. */
  logo: photoSchema.nullable(),
  photos: z.array(photoSchema),
  /** By platform, for paid levels only. */
  socialMedia: z.partialRecord(socialPlatformSchema, z.string()),
  hours: hoursSchema.nullable(),
  holidayNote: z.string().nullable(),
  serviceArea: z.string().nullable(),
  languages: z.array(z.string()),
  yearFounded: z.number().int().nullable(),
  /** From here to `review` for premium listings only. */
  headline: z.string().nullable(),
  tags: z.array(z.string()),
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** What a customer said, as the owner chose it. */
  review: z.object({ quote: z.string(), author: z.string() }).nullable(),
  /** Who published the facts of an open-data listing. */
  source: z.string().nullable(),
  updatedAt: z.string(),
});
export type ListingPage = z.infer<typeof listingPageSchema>;

/** The query of every list of listings. `featured` picks the featured ones, or all others; without it both are answered. */
export const listingsQuerySchema = listQuerySchema.extend({ featured: z.stringbool().optional() });
export type ListingsQuery = z.infer<typeof listingsQuerySchema>;

/** A listing's number as it stands in a URL. */
export const listingIdSchema = idSchema;
