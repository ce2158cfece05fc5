import { z } from './zod.ts';

/** Every place of the site where a display ad stands, by page and position: what its impressions are counted under. */
export const adSlotSchema = z.enum([
  'home-1',
  'home-2',
  'home-3',
  'location-top',
  'location-bottom',
  'location-rectangle',
  'location-side',
  'zip-banner',
]);
export type AdSlotName = z.infer<typeof adSlotSchema>;
