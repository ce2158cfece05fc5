import { adSlotSchema } from './ad-slots.ts';
import { MAX_EVENTS_PER_CALL, MAX_STAY_SECONDS, TRACKED_PATH } from './limits.ts';
import { z } from './zod.ts';

const ad = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const path = z.string().regex(TRACKED_PATH);

/**
 * What a page tells of its visit. Of a listing (`ad` is its number): its page was in view, from the place page at the path
 * `from`; its card was in view, half of it for a second; its website, phone number or map was opened; it was shared; its
 * page was in view for so many seconds. Of the site: a page was shown; an ad slot was in view, or what it shows opened.
 */
export const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('view'), ad, from: path.optional() }),
  z.object({ kind: z.literal('impression'), ad }),
  z.object({ kind: z.literal('website'), ad }),
  z.object({ kind: z.literal('phone'), ad }),
  z.object({ kind: z.literal('map'), ad }),
  z.object({ kind: z.literal('share'), ad }),
  z.object({ kind: z.literal('stay'), ad, seconds: z.int().min(1).max(MAX_STAY_SECONDS) }),
  z.object({ kind: z.literal('page'), path }),
  z.object({ kind: z.literal('slot'), slot: adSlotSchema }),
  z.object({ kind: z.literal('slot-click'), slot: adSlotSchema }),
]);
export type AnalyticsEvent = z.infer<typeof eventSchema>;

/** `POST /api/events`. `automated` is what the browser says of itself (`navigator.webdriver`). */
export const eventsSchema = z.object({
  events: z.array(eventSchema).min(1).max(MAX_EVENTS_PER_CALL),
  automated: z.boolean().default(false),
});
