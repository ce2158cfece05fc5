import { cursorSchema, idSchema, listQuerySchema, slugSchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { levelSchema } from '#contract/listings.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { readZipCode } from '#contract/values/zip-code.ts';
import { z } from '#contract/zod.ts';

/**
 * What visitors see of a listing, and why not: it is `shown`, has `expired`, its owner is `suspended`, or it has another status
 * (docs/listing-states.md). One of a suspended owner that is paused or hidden, too, counts as that.
 */
export const adminListingStateSchema = z.enum([
  'shown',
  'expired',
  'suspended',
  'paused',
  'hidden',
  'draft',
  'waiting',
  'deleted',
  'sample',
]);
export type AdminListingState = z.infer<typeof adminListingStateSchema>;

const typed = (max: number) => singleLine({ max, tooLong: defineMessage('Use {max} characters or fewer', { max }) });
const dateSchema = z.iso.date(defineMessage('Use a date such as 2026-11-24'));
const flagSchema = z.stringbool();

/** The filters of the administrator's table of all listings; all that are given apply. */
export const adminListingFilterSchema = z.object({
  /** Words, or their first letters, of title, business name, street and city, the ZIP code, and the number of the listing, in any order. */
  words: typed(200).optional(),
  id: idSchema.optional(),
  /** A username or an email address. */
  owner: typed(200).optional(),
  /** Ten digits, or the last seven, in any notation. */
  phone: typed(40).optional(),
  /** The host of its website, with or without 'www.'. */
  domain: typed(253).optional(),
  /** The name of the imported file or data set. */
  source: typed(200).optional(),
  state: adminListingStateSchema.optional(),
  level: levelSchema.optional(),
  /** A top category includes its subcategories. */
  category: slugSchema.optional(),
  county: slugSchema.optional(),
  city: slugSchema.optional(),
  zip: z
    .string()
    .max(40, { abort: true })
    .overwrite((typed) => readZipCode(typed) ?? typed)
    .regex(/^\d{5}$/, defineMessage('Use a five-digit ZIP code'))
    .optional(),
  /** The days in Los Angeles on which it was posted, both included. */
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  /** Filed under a top category that has subcategories. */
  noCategory: flagSchema.optional(),
  /** Without a point of its own: the map shows the middle of its ZIP code. */
  areaOnly: flagSchema.optional(),
  /** Only listings with open reports. */
  reported: flagSchema.optional(),
  /** In a pair that waits for a decision on whether it is one business. */
  doubtful: flagSchema.optional(),
});
export type AdminListingFilter = z.infer<typeof adminListingFilterSchema>;

/** The order of posting. */
export const adminListingSortSchema = z.enum(['newest', 'oldest']);

/**
 * `GET /api/admin/ads`. A page may hold fewer than `limit` rows and have a next one: each looks through a limited number of listings.
 * `X-Total-Count` is sent where the matches were counted.
 */
export const adminListingsQuerySchema = adminListingFilterSchema.extend({
  ...listQuerySchema.shape,
  cursor: cursorSchema(200).optional(),
  sort: adminListingSortSchema.default('newest'),
});
export type AdminListingsQuery = z.infer<typeof adminListingsQuerySchema>;

/** The most listings of an export that names them. */
export const MAX_EXPORTED_IDS = 100;

/** `GET /api/admin/ads/count`: `isMore` where a bulk action cannot have so many. */
export const adminListingCountSchema = z.object({ count: z.number().int(), isMore: z.boolean() });

/** `GET /api/admin/ads.csv`: all rows of a filter, and of these listings only where they are named. */
export const adminListingsExportSchema = adminListingFilterSchema.extend({
  ids: z
    .string()
    .transform((list): unknown[] => list.split(','))
    .pipe(z.array(idSchema).max(MAX_EXPORTED_IDS))
    .optional(),
  sort: adminListingSortSchema.default('newest'),
});

/** A listing in the administrator's table. Times are ISO 8601 in UTC. */
export const adminListingSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  businessName: z.string(),
  state: adminListingStateSchema,
  /** The number of the listing that it was merged into. */
  mergedInto: z.number().int().nullable(),
  /** The level at which visitors see it now. */
  level: levelSchema,
  category: z.string(),
  address: z.string().nullable(),
  city: z.string(),
  county: z.string(),
  zip: z.string(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  owner: z.object({ id: z.number().int(), username: z.string() }).nullable(),
  source: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Null for a listing without end. */
  expiresAt: z.string().nullable(),
  reports: z.number().int(),
});
export type AdminListing = z.infer<typeof adminListingSchema>;
