import { LANGUAGE_CODES } from '#contract/i18n/language-codes.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { listQuerySchema, slugSchema } from './api.ts';
import { MAX_NEAR_LENGTH, MAX_SEARCH_LENGTH } from './limits.ts';
import { chainSchema, listingAtDistanceSchema } from './listings.ts';
import { countedLinkSchema } from './places.ts';
import { z } from './zod.ts';

const searchText = (max: number) =>
  z
    .string()
    .max(max, defineMessage('Use {max} characters or fewer', { max }))
    // Control characters become spaces; PostgreSQL refuses a zero byte.
    .overwrite((text) => text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim());

/** West, south, east, north in degrees, as `-118.3,33.9,-117.9,34.2`. */
const boundingBoxSchema = z
  .string()
  .max(100)
  .regex(/^-?\d{1,3}(\.\d{1,8})?(,-?\d{1,3}(\.\d{1,8})?){3}$/, defineMessage('Invalid box'))
  .transform((text) => text.split(',').map(Number) as [west: number, south: number, east: number, north: number])
  .refine(([west, south, east, north]) => west < east && south < north, defineMessage('Invalid box'))
  .refine(
    ([west, south, east, north]) => west >= -180 && east <= 180 && south >= -90 && north <= 90,
    defineMessage('Invalid box'),
  );

/** `late`: tonight at 11 p.m., or now where it is later; `24h`: all day, every day. */
export const openFilterSchema = z.enum(['now', 'late', '24h']);
export type OpenFilter = z.infer<typeof openFilterSchema>;

/** The orders of results; `nearest` needs `near`, and `rating` is by a lower bound of the mean (docs/decisions/0123-stars-and-answers-on-rows.md). */
export const searchSortSchema = z.enum(['best', 'nearest', 'rating', 'newest', 'name']);
export type SearchSort = z.infer<typeof searchSortSchema>;

/** The filters of a search, as in the query of `/search` and of the API. */
export const searchFiltersSchema = z.object({
  /**
   * Words of a business, category or address, possibly misspelled. May end in 'in Irvine', 'near 92614' or 'near me', and say
   * 'open late' or 'who speaks Spanish'.
   */
  q: searchText(MAX_SEARCH_LENGTH).default(''),
  /** The center: a ZIP code, the name or slug of a place, location or county, or a point (`33.68,-117.82`). */
  near: searchText(MAX_NEAR_LENGTH).default(''),
  /** The largest distance from `near`, in miles. */
  within: z.coerce.number().int().min(1).max(100).optional(),
  category: slugSchema.optional(),
  /** The slug of a city, county or location, or a ZIP code, that the listing must lie in. */
  place: slugSchema.optional(),
  open: openFilterSchema.optional(),
  language: z.enum(LANGUAGE_CODES).optional(),
  website: z.stringbool().optional(),
  photos: z.stringbool().optional(),
  /** Businesses with at least so many stars on average, from three reviews on. */
  stars: z.enum(['4']).optional(),
  /** Businesses that answered at least half of the messages of 90 days. */
  answers: z.stringbool().optional(),
  /** Businesses whose license the state's list has, as an active one of their name and trade. */
  licensed: z.stringbool().optional(),
  /** Stores that take the benefits of WIC. */
  wic: z.stringbool().optional(),
  /** Stores that take EBT cards (SNAP, CalFresh). */
  ebt: z.stringbool().optional(),
  box: boundingBoxSchema.optional(),
});
export type SearchFilters = z.output<typeof searchFiltersSchema>;

/** `GET /api/search`. */
export const searchQuerySchema = searchFiltersSchema.extend({
  ...listQuerySchema.shape,
  /** `best`: by relevance of the text, then by distance where a point is known, then newest first. */
  sort: searchSortSchema.default('best'),
  chain: chainSchema,
});
export type SearchQuery = z.output<typeof searchQuerySchema>;

/** A search result. At most three at the top of the first page are `sponsored`, and labeled so. */
export const foundListingSchema = listingAtDistanceSchema.extend({ sponsored: z.boolean() });
export type FoundListing = z.infer<typeof foundListingSchema>;

/** An alternative search: the text of its link and its query parameters. */
const alternativeSearchSchema = z.object({
  label: z.string(),
  search: z.record(z.string(), z.string()),
  count: z.number().int(),
});

/** `GET /api/search/about`: how the query was parsed, and alternative searches. */
export const searchSummarySchema = z.object({
  /** The number of results; `MAX_COUNTED_RESULTS` means that many or more. */
  total: z.number().int(),
  /** The search terms without 'in …', 'near …' and what became filters. */
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
  /** The place in `near` or in the words, where it is unknown. */
  unknownNear: z.string().nullable(),
  /** The query says 'near me', and no point is known. */
  asksWhere: z.boolean(),
  category: z.object({ name: z.string(), slug: z.string() }).nullable(),
  /** What the words mean, beside a place; filters of the URL win over those of the words. */
  understood: z.object({
    /** The categories that the words name, unless a business is called so. */
    categories: z.array(z.object({ name: z.string(), slug: z.string() })),
    open: openFilterSchema.nullable(),
    language: z.object({ code: z.enum(LANGUAGE_CODES), name: z.string() }).nullable(),
    /** The search with the filters of its words as parameters; null where the words contain none. */
    search: z.record(z.string(), z.string()).nullable(),
  }),
  place: z.object({ name: z.string(), path: z.string() }).nullable(),
  /**
   * Where the results are, if the search names no city, ZIP code or point and has fewer than `MAX_COUNTED_RESULTS`: the counties,
   * then the cities with most of them. In a county its cities.
   */
  places: z.array(countedLinkSchema),
  /** Other spellings with results, best first; `corrected` says whether the first was used. */
  corrections: z.array(z.string()),
  /** Whether the results are those of the first correction, because the query as typed has none. */
  corrected: z.boolean(),
  /** What has to be said about the results, in sentences: what of the search is unknown of them, how far away they are. */
  remarks: z.array(z.string()),
  /** Other places that the words may name, where something is found too. */
  otherPlaces: z.array(alternativeSearchSchema),
  /** With few or no results: the same search with fewer filters or in a larger area, the most similar first. */
  wider: z.array(alternativeSearchSchema),
  /** Without results: kinds of business beside the one that is searched, in the same area. */
  related: z.array(alternativeSearchSchema),
});
export type SearchSummary = z.infer<typeof searchSummarySchema>;

/** `open` counts those whose opening hours are known, since what is open now changes with the minute; a code of a language those who speak it. */
const FILTER_NAMES = [
  'open',
  '24h',
  'website',
  'photos',
  'stars',
  'answers',
  'licensed',
  'wic',
  'ebt',
  ...LANGUAGE_CODES,
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** `GET /api/search/filters`: how many results each filter leaves; none that leaves no result. `MAX_COUNTED_RESULTS` means that many or more. */
export const filterCountsSchema = z.partialRecord(z.enum(FILTER_NAMES), z.number().int());
export type FilterCounts = z.infer<typeof filterCountsSchema>;

/** `GET /api/search/suggestions?q=&near=`: completions of the text typed so far. */
export const suggestionsQuerySchema = searchFiltersSchema.pick({ q: true, near: true });
export const suggestionsSchema = z.object({
  businesses: z.array(z.object({ id: z.number().int(), name: z.string(), city: z.string() })),
  categories: z.array(z.object({ name: z.string(), slug: z.string(), icon: z.string() })),
  places: z.array(z.object({ name: z.string(), detail: z.string(), path: z.string() })),
});
export type Suggestions = z.infer<typeof suggestionsSchema>;

/** `GET /api/search/categories?q=`: the categories that a text means, the likeliest first. */
export const suggestedCategoriesQuerySchema = searchFiltersSchema.pick({ q: true });
export const suggestedCategorySchema = z.object({ id: z.number().int(), name: z.string(), slug: z.string() });
export type SuggestedCategory = z.infer<typeof suggestedCategorySchema>;

const pointSchema = z.object({ id: z.number().int(), title: z.string(), lat: z.number(), lng: z.number() });

/** `GET /api/search/map`: the results on a map. Without `box` the area is the smallest that contains them all. */
export const searchMapSchema = z.object({
  /** West, south, east, north. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** Whether the numbers are estimates, by a sixteenth of many matches. */
  isEstimate: z.boolean(),
  /** Listings with an exact point and a map pin, which paid levels have, each alone in its cell of the map. */
  pins: z.array(pointSchema),
  /** Those without a map pin. */
  dots: z.array(pointSchema),
  /** The others by cell of the map: their number, and the box of the cell to zoom in on. */
  clusters: z.array(
    z.object({
      lat: z.number(),
      lng: z.number(),
      count: z.number().int(),
      box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
      /** All listings of the cluster, if they have exact points near each other, which zooming does not separate; else none. */
      pins: z.array(z.object({ id: z.number().int(), title: z.string(), isDot: z.boolean() })),
    }),
  ),
});
export type SearchMap = z.infer<typeof searchMapSchema>;

/** What was searched: the listings, or the answers of the help. */
export const searchKindSchema = z.enum(['listings', 'help']);
export type SearchKind = z.infer<typeof searchKindSchema>;

const countedSearchesQuerySchema = listQuerySchema.pick({ limit: true }).extend({
  month: z
    .string()
    .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, defineMessage('Choose a month'))
    .optional(),
  by: z.enum(['words', 'place', 'both']).default('both'),
  /** The path of the page of a place, for the searches there. */
  place: z
    .string()
    .max(100)
    .regex(/^(?:\/[a-z\d-]+){2,4}$/, defineMessage('Choose a place'))
    .optional(),
});

/** The query of `GET /api/admin/searches`: a month in Los Angeles, by default the past 30 days. */
export const zeroResultSearchesQuerySchema = countedSearchesQuerySchema.extend({
  kind: searchKindSchema.default('listings'),
});
export type ZeroResultSearchesQuery = z.output<typeof zeroResultSearchesQuerySchema>;

/** The query of `GET /api/admin/found-searches`: a month in Los Angeles, by default this one. */
export const foundSearchesQuerySchema = countedSearchesQuerySchema;
export type FoundSearchesQuery = z.output<typeof foundSearchesQuerySchema>;

/** `GET /api/admin/found-searches`: searches with results, the most frequent first. */
export const foundSearchSchema = z.object({
  /** Empty where they are counted by place. */
  words: z.string(),
  /** The path of its page; empty for everywhere, or where they are counted by words. */
  place: z.string(),
  count: z.number().int(),
});
export type FoundSearch = z.infer<typeof foundSearchSchema>;

/** `GET /api/admin/searches`: searches without results, the most frequent first. */
export const zeroResultSearchSchema = foundSearchSchema.extend({
  /** The last day of such a search, in Los Angeles. */
  lastDay: z.iso.date(),
});
export type ZeroResultSearch = z.infer<typeof zeroResultSearchSchema>;
