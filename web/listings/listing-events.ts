import type { AnalyticsEvent } from '#contract/events.ts';
import { recordEvent } from '#web/base/tracking/data-layer.ts';
import { track } from '#web/base/tracking/track.ts';

/** The event names of the tag manager. */
const TAG_MANAGER_EVENTS = { website: 'ad_click', phone: 'phone_click', map: 'map_click', share: 'share' } as const;
type ListingEventKind = Extract<AnalyticsEvent['kind'], keyof typeof TAG_MANAGER_EVENTS>;

/** Records a visitor's action on a listing, for the analytics of its owner and, with `details`, for a tag manager. */
export function trackListingEvent(kind: ListingEventKind, id: number, details: Record<string, unknown> = {}): void {
  recordEvent(TAG_MANAGER_EVENTS[kind], { id, ...details });
  track({ kind, ad: id });
}
