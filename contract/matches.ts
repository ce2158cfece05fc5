import { listQuerySchema } from './api.ts';
import { listingStatusSchema } from './owner-listings.ts';
import { z } from './zod.ts';

/** One of two listings that may be one business, with what tells them apart. */
const matchListingSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  status: listingStatusSchema,
  category: z.string(),
  address: z.string().nullable(),
  city: z.string(),
  zip: z.string(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  /** As the source is called on pages; null for a listing of an account. */
  source: z.string().nullable(),
  /** Whether an account owns the listing. */
  isOwned: z.boolean(),
});
export type MatchListing = z.infer<typeof matchListingSchema>;

/** Two listings that may be one business: `GET /api/admin/matches`. */
export const adminMatchSchema = z.object({
  id: z.number().int(),
  listings: z.tuple([matchListingSchema, matchListingSchema]),
  /** Between them, in meters, where both points are exact. */
  distanceMeters: z.number().int().nullable(),
  /** The score of the import: see docs/decisions/0073. */
  score: z.number(),
  verdict: z.enum(['same', 'different']).nullable(),
  decidedAt: z.string().nullable(),
});
export type AdminMatch = z.infer<typeof adminMatchSchema>;

/** The pairs to decide, the most likely ones first, or the decided ones, last decided first. */
export const adminMatchesQuerySchema = listQuerySchema.extend({ status: z.enum(['open', 'decided']).default('open') });
export type AdminMatchesQuery = z.infer<typeof adminMatchesQuerySchema>;
