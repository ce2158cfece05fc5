import { idSchema } from '#contract/api.ts';
import { FACT_NAMES } from '#contract/fact-sources.ts';
import { ownerListingPageSchema } from '#contract/owner-listings.ts';
import { z } from '#contract/zod.ts';
import { adminListingStateSchema } from './listings.ts';

/** `POST /api/admin/ads/{id}/merge`: which of the two remains. */
export const mergeWithSchema = z.object({ other: idSchema, keep: idSchema });
/** `POST /api/admin/ads/{id}/separate` and `part`. */
export const otherListingSchema = z.object({ other: idSchema });

/** One of two listings that are compared. */
const comparedListingSchema = z.object({
  state: adminListingStateSchema,
  listing: ownerListingPageSchema,
  owner: z.string().nullable(),
  /** The name of the source on pages. */
  source: z.string().nullable(),
  saves: z.number().int(),
  claims: z.number().int(),
  reports: z.number().int(),
  /** Views of the past 30 days. */
  recentViews: z.number().int(),
  /** Why the other one cannot be merged into this one; null if it can. */
  refusal: z.string().nullable(),
  /** The facts that this one would take over from the other one. */
  takes: z.array(z.enum(FACT_NAMES)),
});
export type ComparedListing = z.infer<typeof comparedListingSchema>;

/** `GET /api/admin/ads/{id}/compare/{other}`. */
export const comparisonSchema = z.object({
  listings: z.tuple([comparedListingSchema, comparedListingSchema]),
  /** Between them, in meters, where both points are exact. */
  distanceMeters: z.number().int().nullable(),
  verdict: z.enum(['same', 'different']).nullable(),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** `GET /api/admin/ads/{id}/likely`: listings that may be the same business, the likeliest first. */
export const likelyListingSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  address: z.string().nullable(),
  city: z.string(),
  zip: z.string(),
  state: adminListingStateSchema,
  /** What both have in common, in words; empty where they are only near. */
  likeness: z.string(),
  /** Between them, where both points are exact. */
  distanceMeters: z.number().int().nullable(),
});
export type LikelyListing = z.infer<typeof likelyListingSchema>;

/** The most of them. */
export const MAX_LIKELY = 8;
