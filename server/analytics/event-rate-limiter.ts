import type { AnalyticsEvent } from '#contract/events.ts';
import type { EventBatch } from './event-collector.ts';

// People do not open listings faster than this; what comes from one address beyond it is a program's.
const MAX_PER_MINUTE = { views: 30, events: 600, ms: 60_000 };
const MAX_ADDRESSES = 50_000;

/**
 * Lets through what an address may tell in a minute. It knows so many addresses, and lets nothing through of others then.
 * Counted in memory: a figure is not worth a write, and more processes let more through, which still counts once a visitor.
 */
export function createEventRateLimiter(): (visit: EventBatch) => AnalyticsEvent[] {
  let counts = new Map<string, { views: number; events: number }>();
  let endsAt = 0;
  return ({ address, at, events }) => {
    if (at.getTime() >= endsAt) {
      counts = new Map();
      endsAt = at.getTime() + MAX_PER_MINUTE.ms;
    }
    const existing = counts.get(address);
    if (!existing && counts.size >= MAX_ADDRESSES) return [];
    const count = existing ?? { views: 0, events: 0 };
    if (!existing) counts.set(address, count);
    return events.filter(
      ({ kind }) =>
        ++count.events <= MAX_PER_MINUTE.events && (kind !== 'view' || ++count.views <= MAX_PER_MINUTE.views),
    );
  };
}
