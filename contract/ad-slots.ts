import { z } from './zod.ts';

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
]);
export type AdSlotName = z.infer<typeof adSlotSchema>;
