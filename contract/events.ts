import { adSlotSchema } from '#contract/advertising/ad-slots.ts';
import { VISIT_SOURCES } from '#contract/ownership/sharing/visit-source.ts';
import { MAX_EVENTS_PER_CALL, MAX_STAY_SECONDS, TRACKED_PATH } from './limits.ts';
import { z } from './zod.ts';

const ad = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const path = z.string().regex(TRACKED_PATH);

/**
 * An event that a page records. Of a listing with the id `ad`: `view` of its page, with the path of the place page that
 * the visitor came from, or what brought the visitor from elsewhere (`via`); `impression` of its card, half of it in view for a second; `website`, `phone` or `map` opened;
 * `share`; `stay`, the seconds that its page was in view. Of the site: `page` shown; `slot` in view or clicked, with the number of the booking that it
 * showed.
 */
export const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('view'), ad, from: path.optional(), via: z.enum(VISIT_SOURCES).optional() }),
  z.object({ kind: z.literal('impression'), ad }),
  z.object({ kind: z.literal('website'), ad }),
  z.object({ kind: z.literal('phone'), ad }),
  z.object({ kind: z.literal('map'), ad }),
  z.object({ kind: z.literal('share'), ad }),
  z.object({ kind: z.literal('stay'), ad, seconds: z.int().min(1).max(MAX_STAY_SECONDS) }),
  z.object({ kind: z.literal('page'), path }),
  z.object({ kind: z.literal('slot'), slot: adSlotSchema, booking: ad.optional() }),
  z.object({ kind: z.literal('slot-click'), slot: adSlotSchema, booking: ad.optional() }),
]);
export type AnalyticsEvent = z.infer<typeof eventSchema>;

/** `POST /api/events`. `automated` is `navigator.webdriver`. */
export const eventsSchema = z.object({
  events: z.array(eventSchema).min(1).max(MAX_EVENTS_PER_CALL),
  automated: z.boolean().default(false),
});
