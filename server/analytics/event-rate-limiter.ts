import type { AnalyticsEvent } from '#contract/events.ts';
import type { EventBatch } from './event-collector.ts';

// People do not open listings faster than this; more from one address is a program.
const MAX_PER_MINUTE = { views: 30, events: 600, ms: 60_000 };
const MAX_ADDRESSES = 50_000;

/**
 * Limits the events of an address in a minute. It tracks a bounded number of addresses and drops the events of others.
 * Counted in memory of each process, because a metric is not worth a write: several processes accept more events, but a visitor
 * still counts once.
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
