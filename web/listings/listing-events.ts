import type { AnalyticsEvent } from '#contract/events.ts';
import { recordEvent } from '../tracking/data-layer.ts';
import { track } from '../tracking/track.ts';

/** What a tag manager knows each act by. */
const TAG_MANAGER_EVENTS = { website: 'ad_click', phone: 'phone_click', map: 'map_click', share: 'share' } as const;
type ListingEventKind = Extract<AnalyticsEvent['kind'], keyof typeof TAG_MANAGER_EVENTS>;

/** Records what a visitor did with the listing of this number: for its owner's figures, and with `details` for a tag manager. */
export function trackListingEvent(kind: ListingEventKind, id: number, details: Record<string, unknown> = {}): void {
  recordEvent(TAG_MANAGER_EVENTS[kind], { id, ...details });
  track({ kind, ad: id });
}
