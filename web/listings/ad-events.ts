import type { AnalyticsEvent } from '#contract/events.ts';
import { recordEvent } from '../tracking/data-layer.ts';
import { measure } from '../tracking/track.ts';

/** What a tag manager knows each act by. */
const NAMES = { website: 'ad_click', phone: 'phone_click', map: 'map_click', share: 'share' } as const;
type Act = Extract<AnalyticsEvent['kind'], keyof typeof NAMES>;

/** Records what a visitor did with the listing of this number: for its owner's figures, and with `details` for a tag manager. */
export function recordAct(kind: Act, id: number, details: Record<string, unknown> = {}): void {
  recordEvent(NAMES[kind], { id, ...details });
  measure({ kind, ad: id });
}
