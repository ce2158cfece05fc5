import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isbot } from 'isbot';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { AnalyticsEvent } from '#contract/events.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { inMemoryRateLimit } from '#server/platform/http/rate-limit.ts';
import type { PageSources } from './known-pages.ts';
import { addCounters, type Counters, type EventBatch, recordEvents } from './record-events.ts';

/** Buffers the events of pages, and counts page requests. Neither waits for a write. */
export interface EventCollector {
  /** Buffers events, which are written within a second. Events beyond the limits of an address or the buffer are only counted. */
  collect(batch: EventBatch): void;
  /** Counts a page request by its user agent. */
  countPageRequest(agent: string | undefined): void;
  /** Events since the start of the process that were dropped, because they could not be written, or refused, because an address sent too many. */
  lost: Readonly<Record<'dropped' | 'refused', number>>;
  /** Writes the buffered events at once, as before the program ends. */
  flush(): Promise<void>;
}

// Events are to be in the database within a second (docs/product.md, Analytics): the other half is for writing.
const WRITE_DELAY_MS = 500;
// A few megabytes: 5,000 events a second while the database does not respond for four seconds.
const MAX_BUFFERED_EVENTS = 20_000;

// Per address. Nobody opens listings faster than this: more comes from a program.
const EVENT_RATE_LIMIT = { limit: 600, windowSeconds: 60 };
const VIEW_RATE_LIMIT = { limit: 30, windowSeconds: 60 };

/** Collects the events of one process. */
export function createEventCollector({
  db,
  log,
  ...pageSources
}: PageSources & {
  db: Kysely<DB>;
  log: FastifyBaseLogger;
}): EventCollector {
  let batches: EventBatch[] = [];
  let bufferedCount = 0;
  let counters = zeroCounters();
  const lost = { dropped: 0, refused: 0 };
  let writing: Promise<void> | undefined;
  let flushing = new AbortController();
  const consumeEvent = inMemoryRateLimit(EVENT_RATE_LIMIT, 'refuse');
  const consumeView = inMemoryRateLimit(VIEW_RATE_LIMIT, 'refuse');

  /** Several processes accept more, but listings count each visitor only once. */
  const isAllowed = ({ address, at }: EventBatch, { kind }: AnalyticsEvent) =>
    consumeEvent(address, { now: at.getTime() }) === 0 &&
    (kind !== 'view' || consumeView(address, { now: at.getTime() }) === 0);

  /** Writes the events of the next half second, and repeats while the buffer is not empty. */
  async function write() {
    do {
      // An abort ends the wait early.
      await delay(WRITE_DELAY_MS, undefined, { ref: false, signal: flushing.signal }).catch(() => {});
      await writeEvents();
      await writeCounters();
    } while (bufferedCount > 0);
    writing = undefined;
  }

  function drop(count: number) {
    counters.dropped_events += count;
    lost.dropped += count;
  }

  async function writeEvents() {
    const [pending, count] = [batches, bufferedCount];
    batches = [];
    bufferedCount = 0;
    await recordEvents(db, pageSources, pending).catch((error) => {
      drop(count);
      log.error({ err: error, dropped: count }, 'events could not be written');
    });
  }

  /** Counters that cannot be written are written with the next events. */
  async function writeCounters() {
    const pending = counters;
    counters = zeroCounters();
    await addCounters(db, pending).catch(() => {
      for (const name of Object.keys(pending) as (keyof Counters)[]) counters[name] += pending[name];
    });
  }

  return {
    lost,
    collect(batch) {
      const events = batch.events.filter((event) => isAllowed(batch, event));
      const refused = batch.events.length - events.length;
      counters.refused_events += refused;
      lost.refused += refused;
      const fits = bufferedCount + events.length <= MAX_BUFFERED_EVENTS;
      if (!fits) drop(events.length);
      else if (events.length > 0) {
        batches.push({ ...batch, events });
        bufferedCount += events.length;
      }
      writing ??= write();
    },
    countPageRequest(agent) {
      counters.requests++;
      if (isBot(agent)) counters.bot_requests++;
      writing ??= write();
    },
    async flush() {
      flushing.abort();
      await writing;
      flushing = new AbortController();
    },
  };
}

const zeroCounters = (): Counters => ({ requests: 0, bot_requests: 0, dropped_events: 0, refused_events: 0 });

// The end of a longer user agent says nothing more about a bot.
const MAX_USER_AGENT_LENGTH = 500;

const cache = new LRUCache<string, boolean, unknown>({
  max: 1000,
  memoMethod: (agent) => agent === '' || isbot(agent),
});

/** Whether a user agent is that of a bot, or missing. Cached, because it is called for every page request. */
export const isBot = (agent = ''): boolean => cache.memo(agent.slice(0, MAX_USER_AGENT_LENGTH));
