import { specialDateSchema, storedSpecialHoursSchema } from '#contract/hours/special-hours.ts';
import { hoursSchema } from '#contract/hours/weekly-hours.ts';
import { LANGUAGES } from '#contract/i18n/languages.ts';
import { PAGE_FIELD_SCHEMAS } from '#contract/listing-fields/listing-fields.ts';
import { shownLicenseSchema } from '#contract/listing-fields/shown-license.ts';
import { idSchema, LIST_LIMIT, listQuerySchema } from './api.ts';
import { factSourceSchema, possibleClosureSchema } from './fact-sources.ts';
import { photoSchema } from './photos.ts';
import { z } from './zod.ts';

/** The levels of a listing in ascending order; all but `free` are paid for. */
export const levelSchema = z.enum(['free', 'enhanced', 'premium']);
export type Level = z.infer<typeof levelSchema>;

const linkSchema = z.object({ name: z.string(), slug: z.string() });

/**
 * A row of every list: the nine fields that clients know (docs/product.md, Lists), then what a card or row shows.
 * `imageUrl` and `businessUrl` are null for free listings, but the website of an unclaimed one is a fact that its source says. `createdAt` is ISO 8601 in UTC.
 * See docs/decisions/0014-lists-read-one-table.md.
 */
export const listingSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  description: z.string(),
  /** In which `title` and `description` are: that of the request where the listing has them in it, else that in which it is written. */
  titleLanguage: z.enum(LANGUAGES),
  textLanguage: z.enum(LANGUAGES),
  imageUrl: z.string().nullable(),
  /** The picture that pages show. Unlike `imageUrl` it is always on our own origin; null where there is none. */
  imageSrc: z.string().nullable(),
  /** The widths of `imageSrc`. */
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
  address: z.string().nullable(),
  /** The number and street in `address`, to which maps lead; null for a post-office box, or where it has none. */
  street: z.string().nullable(),
  /** The `tel:` URL of its phone number; null without one that can be dialed, and for a sample. */
  tel: z.string().nullable(),
  hours: hoursSchema.nullable(),
  specialHours: storedSpecialHoursSchema,
  /** Whether its source no longer has it, or visitors reported it closed: then it has no hours here. */
  mayHaveClosed: z.boolean(),
  /** `top` is the first slug that the top category had, by which pages color it; that may be the category itself. */
  category: linkSchema.extend({ icon: z.string(), top: z.string() }),
  /** The first sentence of the description if its owner wrote it; null where an import did. */
  intro: z.string().nullable(),
  /** Whether somebody posted it: `createdAt` of any other is the day of an import. */
  posted: z.boolean(),
  /** Of how many branches of a chain in the list it is the first, which stands for all. */
  branches: z.number().int().optional(),
  /** Where the API lists all of these branches. */
  branchesPath: z.string().optional(),
  /** An open-data listing that no account has claimed. */
  unclaimed: z.boolean(),
  /** Fictional: shows what a paid listing looks like. */
  sample: z.boolean(),
  /** The mean of its reviews to one decimal, and their number, from three on. */
  rating: z.object({ average: z.number(), count: z.number().int() }).nullable(),
  /** Whether the state's list has its license as an active one of this name and trade. */
  licensed: z.boolean(),
  /** Whose benefits and cards a source says that it takes; EBT cards are those of SNAP (CalFresh). */
  accepts: z.array(z.enum(['WIC', 'EBT'])),
  /** In how many minutes of its opening hours the business answers at the median of 90 days, from five messages on. */
  answerMinutes: z.number().int().nullable(),
});
export type Listing = z.infer<typeof listingSchema>;

/** A row of a list that measures distances from a point. */
export const listingAtDistanceSchema = listingSchema.extend({
  /** In miles, straight; null without such a point, as in a search near a county, and where `distanceUnknown`. */
  miles: z.number().nullable(),
  /** Whether only the ZIP code of the listing is known: the middle of it determines the order. */
  distanceUnknown: z.boolean(),
});
export type ListingAtDistance = z.infer<typeof listingAtDistanceSchema>;

/**
 * A listing on its own page: `LISTING_FIELDS` says which fields each level shows, and fields that are not shown are empty.
 * `logo` and `photos` are those of paid levels only; `point` is exact, or null.
 */
export const listingPageSchema = listingSchema.extend({
  ...PAGE_FIELD_SCHEMAS,
  email: z.string().nullable(),
  /** The `tel:` URL of the second number in `phone`, which stands behind ' / '; null without one. */
  otherTel: z.string().nullable(),
  /** In which `headline`, `faq` and `review` are, which have no translation. */
  writtenIn: z.enum(LANGUAGES),
  /** The days of `specialHours` from today on, for a year. */
  specialDates: z.array(specialDateSchema),
  /** Null where the trade needs no license, or none is stated. */
  license: shownLicenseSchema.nullable(),
  location: linkSchema.extend({ id: z.number().int() }),
  parentCategory: linkSchema.nullable(),
  /** The further categories that list it. */
  moreCategories: z.array(linkSchema),
  /** The neighborhood of `city` that it lies in; null if that is `city` itself. */
  neighborhood: linkSchema.nullable(),
  point: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  /** The middle of its ZIP code, where a paid listing has no `point`. */
  area: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  /** `imageSrc` is the first of the photos, else the logo, else the copy of the picture at `imageUrl`. */
  logo: photoSchema.nullable(),
  photos: z.array(photoSchema),
  /** Whether a website is known, also where the level does not show it: an address at its domain proves a claim. */
  hasWebsite: z.boolean(),
  /** The name of an open-data listing's source. */
  source: z.string().nullable(),
  /** Where the facts of an open-data listing are from: most of them first. */
  sources: z.array(factSourceSchema),
  possibleClosure: possibleClosureSchema.nullable(),
  /** Whether its page asks visitors if it is still there: its source is four years old or more, and it has no owner. */
  asksPresence: z.boolean(),
  /** The business of which it is a branch, where that has a page, and its number of published branches. */
  brand: z.object({ name: z.string(), path: z.string(), count: z.number().int() }).nullable(),
  updatedAt: z.string(),
  /** When the owner last said that the listing is right. */
  confirmedAt: z.string().nullable(),
});
export type ListingPage = z.infer<typeof listingPageSchema>;

/**
 * How many rows a list returns: a number, or with `page` as many featured ones as a page shows apart from others, which
 * administrators set.
 */
const listingsLimitSchema = z.union([z.literal('page'), listQuerySchema.shape.limit]).default(LIST_LIMIT.default);

/** The query of the list of featured listings. */
export const featuredListingsQuerySchema = listQuerySchema.extend({ limit: listingsLimitSchema });

/** The orders of a list. `relevance` is nearest to the middle of the place, then the most complete, then the newest. */
export const listingSortSchema = z.enum(['relevance', 'newest']);
export type ListingSort = z.infer<typeof listingSortSchema>;

/**
 * The query of the list of all listings. `featured` picks the featured ones, or all others; without it both are answered. By `relevance` what
 * people posted is first, newest first, then the most complete of what was imported.
 */
export const recentListingsQuerySchema = listQuerySchema.extend({
  featured: z.stringbool().optional(),
  sort: listingSortSchema.default('newest'),
});

/** The name of a chain, of which the unclaimed branches are listed one by one: without what PostgreSQL and UTF-8 refuse. */
export const chainSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u)
  .optional();

/** The query of the listings of a place or category. Featured ones alone rotate, whatever `sort` says. */
export const listingsQuerySchema = recentListingsQuerySchema.extend({
  limit: listingsLimitSchema,
  sort: listingSortSchema.default('relevance'),
  chain: chainSchema,
});
export type ListingsQuery = Omit<z.infer<typeof listingsQuerySchema>, 'limit'> & { limit: number };

/** The id of a listing in a URL. */
export const listingIdSchema = idSchema;
