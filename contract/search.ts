import { listQuerySchema, slugSchema } from './api.ts';
import { MAX_NEAR_LENGTH, MAX_SEARCH_LENGTH } from './limits.ts';
import { listingSchema } from './listings.ts';
import { hoursSchema } from './weekly-hours.ts';
import { z } from './zod.ts';

const searchText = (max: number) =>
  z
    .string()
    .max(max, `Use at most ${max} characters`)
    // Control characters separate words at most; PostgreSQL takes no NUL.
    .overwrite((text) => text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim());

/** West, south, east, north in degrees, as `-118.3,33.9,-117.9,34.2`. */
const boundingBoxSchema = z
  .string()
  .max(100)
  .regex(/^-?\d{1,3}(\.\d{1,8})?(,-?\d{1,3}(\.\d{1,8})?){3}$/, 'Invalid box')
  .transform((text) => text.split(',').map(Number) as [west: number, south: number, east: number, north: number])
  .refine(([west, south, east, north]) => west < east && south < north, 'Invalid box')
  .refine(([west, south, east, north]) => west >= -180 && east <= 180 && south >= -90 && north <= 90, 'Invalid box');

export const searchSortSchema = z.enum(['best', 'nearest', 'newest', 'name']);
export type SearchSort = z.infer<typeof searchSortSchema>;

/** What is looked for, as it stands in the address of `/search` and in that of the calls: which listings, of which filters. */
export const searchFiltersSchema = z.object({
  /** Words of a business, a category, an address: misspelt or not. May end in 'in Irvine', 'near 92614', 'near me'. */
  q: searchText(MAX_SEARCH_LENGTH).default(''),
  /** Near what: a ZIP code, the name or slug of a place, location or county, or a point (`33.68,-117.82`). */
  near: searchText(MAX_NEAR_LENGTH).default(''),
  /** Not farther than so many miles from it. */
  within: z.coerce.number().int().min(1).max(100).optional(),
  category: slugSchema.optional(),
  /** Only in this place: the slug of a city, county or location, or a ZIP code. */
  place: slugSchema.optional(),
  open: z.literal('now').optional(),
  website: z.stringbool().optional(),
  photos: z.stringbool().optional(),
  box: boundingBoxSchema.optional(),
});
export type SearchFilters = z.output<typeof searchFiltersSchema>;

/** `GET /api/search`. */
export const searchQuerySchema = searchFiltersSchema.extend({
  ...listQuerySchema.shape,
  /** Best first unless told: by text, then by distance where a point is known, then newest. */
  sort: searchSortSchema.default('best'),
});
export type SearchQuery = z.output<typeof searchQuerySchema>;

/** A listing that was found. At most three on top of the first page are `sponsored`: paid for, and said so. */
export const foundListingSchema = listingSchema.extend({
  sponsored: z.boolean(),
  /**
   * How far from the spot that `near` names, in miles; null without one: a county has no spot. Free listings are
   * measured from their ZIP code.
   */
  miles: z.number().nullable(),
  hours: hoursSchema.nullable(),
});
export type FoundListing = z.infer<typeof foundListingSchema>;

/** A way to find more: words for a link, and the parameters of the search that it leads to. */
const alternativeSearchSchema = z.object({
  label: z.string(),
  search: z.record(z.string(), z.string()),
  count: z.number().int(),
});

/** `GET /api/search/about`: how a search was understood, and what else could be looked for. */
export const searchSummarySchema = z.object({
  /** How many were found; `MAX_COUNTED_RESULTS` stands for that many or more. */
  total: z.number().int(),
  /** The words that were looked for, without 'in …', 'near …'. */
  q: z.string(),
  near: z
    .object({
      name: z.string(),
      /** The page of the place; null for a point. */
      path: z.string().nullable(),
      lat: z.number(),
      lng: z.number(),
    })
    .nullable(),
  /** What was given as `near` or in words is no place of ours. */
  unknownNear: z.string().nullable(),
  /** 'near me' was asked, and no point is known. */
  asksWhere: z.boolean(),
  category: z.object({ name: z.string(), slug: z.string() }).nullable(),
  place: z.object({ name: z.string(), path: z.string() }).nullable(),
  /** Other spellings that find something, best first; what was found may already be of the first one. */
  corrections: z.array(z.string()),
  /** Whether what was found is of the first correction, since the words as typed find nothing. */
  corrected: z.boolean(),
  /** Where few or none were found: the same with fewer filters or in a wider area, nearest first. */
  wider: z.array(alternativeSearchSchema),
});
export type SearchSummary = z.infer<typeof searchSummarySchema>;

/** `GET /api/search/suggestions?q=&near=`: what somebody who has typed so much may mean. */
export const suggestionsQuerySchema = searchFiltersSchema.pick({ q: true, near: true });
export const suggestionsSchema = z.object({
  businesses: z.array(z.object({ id: z.number().int(), name: z.string(), city: z.string() })),
  categories: z.array(z.object({ name: z.string(), slug: z.string(), icon: z.string() })),
  places: z.array(z.object({ name: z.string(), detail: z.string(), path: z.string() })),
});
export type Suggestions = z.infer<typeof suggestionsSchema>;

/** `GET /api/search/map`: what was found, where it lies. Without `box` the area is the smallest that holds it all. */
export const searchMapSchema = z.object({
  /** West, south, east, north. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** Listings with a map pin, alone in their part of the map. */
  pins: z.array(z.object({ id: z.number().int(), title: z.string(), lat: z.number(), lng: z.number() })),
  /** The others by part of the map: how many, and the box to look closer. */
  clusters: z.array(
    z.object({
      lat: z.number(),
      lng: z.number(),
      count: z.number().int(),
      box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    }),
  ),
});
export type SearchMap = z.infer<typeof searchMapSchema>;

/** `GET /api/admin/searches`: words that were looked for in vain in the past 30 days, the most frequent first. */
export const zeroResultSearchSchema = z.object({
  words: z.string(),
  count: z.number().int(),
  /** The last day on which somebody looked for them, in Los Angeles. */
  lastDay: z.iso.date(),
});
export type ZeroResultSearch = z.infer<typeof zeroResultSearchSchema>;
