import { photoSchema } from '#contract/photos.ts';
import { z } from '#contract/zod.ts';

/** Every slot for a display ad, by page and position; its impressions are counted under this name. */
export const adSlotSchema = z.enum([
  'home-1',
  'home-2',
  'home-3',
  'location-top',
  'location-bottom',
  'location-rectangle',
  'location-side',
  'zip-banner',
  'place-bottom',
  'category-bottom',
]);
export type AdSlotName = z.infer<typeof adSlotSchema>;

/**
 * `GET /api/slots/{page}`: what an advertiser booked in a slot and the page shows now, pictures or a frame with HTML. Where a slot has
 * none, the page shows an ad of the site or of a third party.
 */
export const slotAdSchema = z.object({
  slot: adSlotSchema,
  /** The number of the booking. */
  booking: z.number().int(),
  link: z.string(),
  /** What it shows, for who does not see it. */
  description: z.string(),
  picture: photoSchema.nullable(),
  /** Instead of `picture` on narrow screens. */
  phonePicture: photoSchema.nullable(),
  /** The path of the frame. */
  frame: z.string().nullable(),
});
export type SlotAd = z.infer<typeof slotAdSchema>;
