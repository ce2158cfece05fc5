import { idSchema, listQuerySchema } from './api.ts';
import { PAGE_FIELD_SCHEMAS } from './listing-fields.ts';
import { photoSchema } from './photos.ts';
import { z } from './zod.ts';

/** The levels of a listing in ascending order; all but `free` are paid for. */
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
  /** The widths of `imageUrl` where the picture was uploaded here; else null. */
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
  /** Fictional: shows what a paid listing looks like. */
  sample: z.boolean(),
});
export type Listing = z.infer<typeof listingSchema>;

/**
 * A listing on its own page: `LISTING_FIELDS` says which fields each level shows, and fields that are not shown are empty.
 * `point`, `logo` and `photos` are those of paid levels only.
 */
export const listingPageSchema = listingSchema.extend({
  ...PAGE_FIELD_SCHEMAS,
  email: z.string().nullable(),
  location: linkSchema.extend({ id: z.number().int() }),
  parentCategory: linkSchema.nullable(),
  point: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  /** `imageUrl` is the first of the photos, else the logo. */
  logo: photoSchema.nullable(),
  photos: z.array(photoSchema),
  /** The publisher of an open-data listing's facts. */
  source: z.string().nullable(),
  updatedAt: z.string(),
});
export type ListingPage = z.infer<typeof listingPageSchema>;

/** The query of every list of listings. `featured` picks the featured ones, or all others; without it both are answered. */
export const listingsQuerySchema = listQuerySchema.extend({ featured: z.stringbool().optional() });
export type ListingsQuery = z.infer<typeof listingsQuerySchema>;

/** The id of a listing in a URL. */
export const listingIdSchema = idSchema;
