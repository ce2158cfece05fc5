import { singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

const line = (max: number) => singleLine({ max, tooLong: 'Too long' }).default('');

/** `GET /api/addresses/suggestions?q=&city=&zip=`: what is typed of an address, and its city and ZIP code as far as they are known. */
export const addressSuggestionsQuerySchema = z.object({ q: line(100), city: line(100), zip: line(10) });

/** House numbers on streets whose names begin as typed, the likeliest first. */
export const addressSuggestionsSchema = z.array(
  z.object({
    /** '4255 Campus Drive' */
    address: z.string(),
    /** The city that the house is in; null outside of all. */
    city: z.string().nullable(),
  }),
);
export type AddressSuggestions = z.infer<typeof addressSuggestionsSchema>;

/** `GET /api/addresses/point?address=&city=&zip=` */
export const addressPointQuerySchema = z.object({ address: line(300), city: line(100), zip: line(10) });

/** How a point was found: only `address` and `between` (two houses of its block) are exact; `zip` is the middle of the ZIP code. */
export const pointQualitySchema = z.enum(['address', 'between', 'along', 'street', 'zip']);

/** The likely point of an address. */
export const addressPointSchema = z.object({
  /** Null without a street and a known ZIP code or city. */
  point: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  quality: pointQualitySchema.nullable(),
  /** Whether customers can go there: not to a post-office box, and not to an area only. */
  hasStreet: z.boolean(),
});
export type LikelyPoint = z.infer<typeof addressPointSchema>;

/** `GET /api/user/ads/:id/spot`: where the listing of an owner is, or likely is. */
export const listingSpotSchema = addressPointSchema.extend({
  /** Whether the point is that of the listing: a pin, or one that an import or a geocoder knew. */
  isSet: z.boolean(),
});
export type ListingSpot = z.infer<typeof listingSpotSchema>;
