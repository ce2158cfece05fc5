import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { AnalyticsEvent } from '#contract/events.ts';
import type { DB } from '../db/schema.ts';
import { inMemoryRateLimit } from '../http/rate-limit.ts';
import { isBot } from './bots.ts';
import type { PageSources } from './known-pages.ts';
import { addCounters, type Counters, recordEvents } from './record-events.ts';

/** What a page told at once, and where it was open. */
export interface EventBatch {
  at: Date;
  /** Where it came from, as limits count it (`getClientAddress`). */
  address: string;
  /** What the browser calls itself. */
  agent: string;
  /** Who was signed in: owners do not visit their own listings. */
  accountId: number | null;
  /** Which of the visits to a listing are its owner's is known when they are written. */
  who: 'visitor' | 'bot' | 'administrator';
  events: AnalyticsEvent[];
}

/** Takes what pages tell, and counts requests for pages. Neither costs a write. */
export interface EventCollector {
  /** Takes events: written within a second. What is too much for an address or for memory is dropped, and counted. */
  collect(visit: EventBatch): void;
  /** Counts a request for a page, by what asks for it. */
  countPageRequest(agent: string | undefined): void;
  /** Writes what was taken. */
  close(): Promise<void>;
}

// Half of the second that is promised: the other half is for writing.
const WRITE_DELAY_MS = 500;
// A few megabytes, and what 5,000 a second bring while the database keeps us waiting for some seconds.
const MAX_BUFFERED_EVENTS = 20_000;

// Per address. Nobody opens listings faster than this: more comes from a program.
const EVENT_RATE_LIMIT = { limit: 600, windowSeconds: 60 };
const VIEW_RATE_LIMIT = { limit: 30, windowSeconds: 60 };

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
  let writing: Promise<void> | undefined;
  const closing = new AbortController();
  const consumeEvent = inMemoryRateLimit(EVENT_RATE_LIMIT, 'refuse');
  const consumeView = inMemoryRateLimit(VIEW_RATE_LIMIT, 'refuse');

  /** Several processes accept more, but listings count each visitor only once. */
  const isAllowed = ({ address, at }: EventBatch, { kind }: AnalyticsEvent) =>
    consumeEvent(address, at.getTime()) === 0 && (kind !== 'view' || consumeView(address, at.getTime()) === 0);

  /** Writes what comes within the next half second, and goes on while more has come. */
  async function write() {
    do {
      await pause(WRITE_DELAY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      await writeEvents();
      await writeCounters();
    } while (bufferedCount > 0);
    writing = undefined;
  }

  async function writeEvents() {
    const [taken, count] = [batches, bufferedCount];
    batches = [];
    bufferedCount = 0;
    await recordEvents(db, pageSources, taken).catch((error) => {
      counters.dropped_events += count;
      log.error({ err: error, dropped: count }, 'events could not be written');
    });
  }

  /** What cannot be written now is written with the next events. */
  async function writeCounters() {
    const counted = counters;
    counters = zeroCounters();
    await addCounters(db, counted).catch(() => {
      for (const name of Object.keys(counted) as (keyof Counters)[]) counters[name] += counted[name];
    });
  }

  return {
    collect(visit) {
      const events = visit.events.filter((event) => isAllowed(visit, event));
      counters.refused_events += visit.events.length - events.length;
      const fits = bufferedCount + events.length <= MAX_BUFFERED_EVENTS;
      if (!fits) counters.dropped_events += events.length;
      else if (events.length > 0) {
        batches.push({ ...visit, events });
        bufferedCount += events.length;
      }
      writing ??= write();
    },
    countPageRequest(agent) {
      counters.requests++;
      if (isBot(agent)) counters.bot_requests++;
      writing ??= write();
    },
    async close() {
      closing.abort();
      await writing;
    },
  };
}

const zeroCounters = (): Counters => ({ requests: 0, bot_requests: 0, dropped_events: 0, refused_events: 0 });
