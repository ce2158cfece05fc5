import type { AnalyticsEvent } from '#contract/events.ts';
import type { Visit } from './events.ts';

// People do not open listings faster than this; what comes from one address beyond it is a program's.
const MINUTE = { views: 30, events: 600, ms: 60_000 };
const MOST_ADDRESSES = 50_000;

/**
 * Lets through what an address may tell in a minute. It knows so many addresses, and lets nothing through of others then.
 * Counted in memory: a figure is not worth a write, and more processes let more through, which still counts once a visitor.
 */
export function limitAddresses(): (visit: Visit) => AnalyticsEvent[] {
  let told = new Map<string, { views: number; events: number }>();
  let endsAt = 0;
  return ({ address, at, events }) => {
    if (at.getTime() >= endsAt) {
      told = new Map();
      endsAt = at.getTime() + MINUTE.ms;
    }
    const known = told.get(address);
    if (!known && told.size >= MOST_ADDRESSES) return [];
    const count = known ?? { views: 0, events: 0 };
    if (!known) told.set(address, count);
    return events.filter(
      ({ kind }) => ++count.events <= MINUTE.events && (kind !== 'view' || ++count.views <= MINUTE.views),
    );
  };
}
