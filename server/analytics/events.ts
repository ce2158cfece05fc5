import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { AnalyticsEvent } from '#contract/events.ts';
import type { DB } from '../db/schema.ts';
import { limitAddresses } from './address-limits.ts';
import { isBot } from './bots.ts';
import type { Known } from './known-pages.ts';
import { addTally, recordVisits, type Tally } from './recording.ts';

/** What a page told at once, and where it was open. */
export interface Visit {
  at: Date;
  /** Where it came from, as limits count it (`addressOf`). */
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
export interface Events {
  /** Takes events: written within a second. What is too much for an address or for memory is dropped, and counted. */
  take(visit: Visit): void;
  /** Counts a request for a page, by what asks for it. */
  countPage(agent: string | undefined): void;
  /** Writes what was taken. */
  close(): Promise<void>;
}

// Half of the second that is promised: the other half is for writing.
const WRITE_AFTER_MS = 500;
// A few megabytes, and what 5,000 a second bring while the database keeps us waiting for some seconds.
const MOST_WAITING = 20_000;

export function openEvents({
  db,
  log,
  ...known
}: Known & {
  db: Kysely<DB>;
  log: FastifyBaseLogger;
}): Events {
  let visits: Visit[] = [];
  let waiting = 0;
  let tally = noTally();
  let writing: Promise<void> | undefined;
  const closing = new AbortController();
  const admit = limitAddresses();

  /** Writes what comes within the next half second, and goes on while more has come. */
  async function write() {
    do {
      await pause(WRITE_AFTER_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      await writeEvents();
      await writeTally();
    } while (waiting > 0);
    writing = undefined;
  }

  async function writeEvents() {
    const [taken, count] = [visits, waiting];
    visits = [];
    waiting = 0;
    await recordVisits(db, known, taken).catch((error) => {
      tally.dropped_events += count;
      log.error({ err: error, dropped: count }, 'events could not be written');
    });
  }

  /** What cannot be written now is written with the next events. */
  async function writeTally() {
    const counted = tally;
    tally = noTally();
    await addTally(db, counted).catch(() => {
      for (const name of Object.keys(counted) as (keyof Tally)[]) tally[name] += counted[name];
    });
  }

  return {
    take(visit) {
      const events = admit(visit);
      tally.refused_events += visit.events.length - events.length;
      const fits = waiting + events.length <= MOST_WAITING;
      if (!fits) tally.dropped_events += events.length;
      else if (events.length > 0) {
        visits.push({ ...visit, events });
        waiting += events.length;
      }
      writing ??= write();
    },
    countPage(agent) {
      tally.requests++;
      if (isBot(agent)) tally.bot_requests++;
      writing ??= write();
    },
    async close() {
      closing.abort();
      await writing;
    },
  };
}

const noTally = (): Tally => ({ requests: 0, bot_requests: 0, dropped_events: 0, refused_events: 0 });
