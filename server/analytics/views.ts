import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { dayOf } from './day.ts';
import { saltOf, visitorOf } from './visitor.ts';

/** A visit to the page of a listing. */
export interface Visit {
  listingId: number;
  at: Date;
  /** Where it came from, as limits count it (`addressOf`). */
  address: string;
  /** What the browser calls itself. */
  agent: string;
  /** Who was signed in: owners do not visit their own listings. */
  accountId: number | null;
}

/** Counts the visits to listings' pages. */
export interface Views {
  /**
   * Takes a visit: written within a second, and counted once for a visitor, listing and day, if visitors may see the
   * listing. Costs next to nothing; what is too much to keep until it is written is dropped.
   */
  count(visit: Visit): void;
  /** Writes what was taken. */
  close(): Promise<void>;
}

const WRITE_AFTER_MS = 1000;
// Some 3 MB of memory, and more than a second brings.
const MOST_WAITING = 10_000;
// People do not open listings faster than this; what comes from one address beyond it is a program's.
const ADDRESS_MINUTE = { most: 30, ms: 60_000 };
const MOST_ADDRESSES = 20_000;

export function openViews({ db, log }: { db: Kysely<DB>; log: FastifyBaseLogger }): Views {
  let waiting: Visit[] = [];
  let dropped = 0;
  let writing: Promise<void> | undefined;
  const closing = new AbortController();
  const isTooOften = limitAddresses();

  /** Writes what comes within the next second, and goes on while more has come. */
  async function write() {
    do {
      await pause(WRITE_AFTER_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      const visits = waiting;
      waiting = [];
      await writeVisits(db, visits).catch((error) => {
        dropped += visits.length;
        log.error({ err: error }, 'visits could not be written');
      });
      if (dropped > 0) log.warn({ dropped }, 'visits were not counted');
      dropped = 0;
    } while (waiting.length > 0);
    writing = undefined;
  }

  return {
    count(visit) {
      if (isTooOften(visit)) return;
      if (waiting.length < MOST_WAITING) waiting.push(visit);
      else dropped++;
      writing ??= write();
    },
    async close() {
      closing.abort();
      await writing;
    },
  };
}

/** Adds visits to the figures of the listings that visitors may see and that are not the visitor's own. */
async function writeVisits(db: Kysely<DB>, visits: Visit[]): Promise<void> {
  const byDay = Map.groupBy(visits, ({ at }) => dayOf(at));
  for (const [day, ofDay] of byDay) {
    const salt = await saltOf(db, day);
    const rows = ofDay.map(({ listingId, accountId, ...visit }) => ({
      listing_id: listingId,
      account_id: accountId,
      visitor: visitorOf(visit, salt).toString('hex'),
    }));
    // In order, so that processes that write the same listings wait for each other and not in a circle.
    await sql`
      with fresh as (
        insert into visitors (day, kind, listing_id, visitor)
        select distinct ${day}::date, 'view', l.id, decode(v.visitor, 'hex')
        from json_to_recordset(${JSON.stringify(rows)}) as v (listing_id bigint, account_id bigint, visitor text)
        join public_listings l on l.id = v.listing_id and l.owner_id is distinct from v.account_id
        order by 3, 4
        on conflict do nothing
        returning listing_id
      )
      insert into listing_days as d (listing_id, day, views)
      select listing_id, ${day}::date, count(*) from fresh group by listing_id order by listing_id
      on conflict (listing_id, day) do update set views = d.views + excluded.views`.execute(db);
  }
}

/** Tells whether an address has sent more in this minute than people do. It knows so many addresses, and takes no others then. */
function limitAddresses(): (visit: Visit) => boolean {
  let counts = new Map<string, number>();
  let endsAt = 0;
  return ({ address, at }) => {
    if (at.getTime() >= endsAt) {
      counts = new Map();
      endsAt = at.getTime() + ADDRESS_MINUTE.ms;
    }
    const count = counts.get(address) ?? 0;
    if (count >= ADDRESS_MINUTE.most || (count === 0 && counts.size >= MOST_ADDRESSES)) return true;
    counts.set(address, count + 1);
    return false;
  };
}
