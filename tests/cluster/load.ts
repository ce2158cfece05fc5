import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { requireSuccess, signIn, type Visitor } from './visitor.ts';

const CLIENTS = 16;

/** Requests of visitors who read and save, through nginx. */
export interface Load {
  counts: { requests: number; reads: number; writes: number };
  /** What failed, with the time. */
  failures: { at: number; isWrite: boolean; what: string }[];
  /** Per listing and account that were saved with success. */
  acknowledged: { accountId: number; listingId: number }[];
  stop(): Promise<void>;
}

/** Starts clients that each send one request after the other: of twenty one writes, which nginx does not repeat, the others read. */
export async function startLoad({ db, balancer }: { db: Kysely<DB>; balancer: string }): Promise<Load> {
  const owner = await signIn(db);
  const posted = await requireSuccess(owner.send(`${balancer}/api/ads`, 'POST', listingForm()));
  const { id } = JSON.parse(posted.body).ad as { id: number };
  const listings = await db.selectFrom('public_listings').select('id').limit(300).execute();
  const counts = { requests: 0, reads: 0, writes: 0 };
  const failures: Load['failures'] = [];
  const acknowledged: Load['acknowledged'] = [];
  let isOver = false;

  async function act(visitor: Visitor, turn: number) {
    const isWrite = turn % 20 === 0;
    const listingId = listings[Math.floor(turn / 20) % listings.length]?.id ?? id;
    const path = isWrite ? '/api/user/saved' : READS[turn % READS.length];
    const started = Date.now();
    try {
      const { status } = await (isWrite
        ? visitor.send(balancer + path, 'POST', { ids: [listingId] })
        : visitor.send(balancer + path));
      if (status !== 200) failures.push({ at: started, isWrite, what: `${status} ${path}` });
      else if (isWrite) acknowledged.push({ accountId: visitor.accountId, listingId });
    } catch (error) {
      failures.push({ at: started, isWrite, what: `${(error as Error).message} ${path}` });
    }
    counts.requests += 1;
    counts[isWrite ? 'writes' : 'reads'] += 1;
  }
  const READS = [`/ads/${id}`, '/city/irvine', '/', '/api/user/saved', '/browse', `/api/ads/${id}`, '/healthz', '/faq'];

  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const visitor = await signIn(db);
    for (let turn = client; !isOver; turn++) await act(visitor, turn);
  });
  return {
    counts,
    failures,
    acknowledged,
    async stop() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

/** The counts of a load, with what failed. */
export function summarize({ counts, failures }: Load) {
  return {
    ...counts,
    failedReads: failures.filter(({ isWrite }) => !isWrite).length,
    failedWrites: failures.filter(({ isWrite }) => isWrite).length,
    // Anything but 503: another status, or a connection that ended without one.
    errors: failures.filter(({ what }) => !what.startsWith('503')).length,
  };
}

/** How many of the acknowledged changes are not in the database. */
export async function countLost(db: Kysely<DB>, { acknowledged }: Load): Promise<number> {
  const rows = await db.selectFrom('saved_listings').select(['account_id', 'listing_id']).execute();
  const stored = new Set(rows.map((row) => `${row.account_id}:${row.listing_id}`));
  return acknowledged.filter(({ accountId, listingId }) => !stored.has(`${accountId}:${listingId}`)).length;
}
