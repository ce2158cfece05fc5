import { setTimeout as delay } from 'node:timers/promises';
import { listingForm } from '../support/listing-form.ts';
import { waitUntil } from './processes.ts';
import type { Cluster } from './start-cluster.ts';
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
export async function startLoad({ db, balancer }: Cluster): Promise<Load> {
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

/**
 * Stops and starts one node after the other under load, until so many requests were sent.
 * @throws {Error} when one of them failed
 */
export async function checkRollingRestart(cluster: Cluster, requests: number) {
  const load = await startLoad(cluster);
  const started = Date.now();
  let restarts = 0;
  while (load.counts.requests < requests) {
    for (const node of cluster.nodes) {
      // Longer than nginx avoids a node that refused (`fail_timeout`).
      await delay(1500);
      await node.process.end('SIGTERM');
      if (node.process.child.exitCode !== 0) throw new Error(`A node ended with ${node.process.child.exitCode}`);
      await node.start();
      restarts += 1;
    }
  }
  await load.stop();
  const result = {
    ...load.counts,
    restarts,
    seconds: Math.round((Date.now() - started) / 1000),
    failed: load.failures.length,
  };
  if (load.failures.length > 0)
    throw new Error(`${JSON.stringify(result)}: ${JSON.stringify(load.failures.slice(0, 10))}`);
  return result;
}

/** Kills a node under load: what was read goes to another node, and no acknowledged change is lost. */
export async function checkKilledNode(cluster: Cluster) {
  const load = await startLoad(cluster);
  await delay(3000);
  const [node] = cluster.nodes;
  await node?.process.end('SIGKILL');
  await delay(5000);
  await node?.start();
  await delay(2000);
  await load.stop();
  const failedReads = load.failures.filter(({ isWrite }) => !isWrite);
  const result = {
    ...load.counts,
    failedReads: failedReads.length,
    failedWrites: load.failures.length - failedReads.length,
    lost: await countLost(cluster, load),
  };
  if (failedReads.length > 0 || result.lost > 0)
    throw new Error(`${JSON.stringify(result)}: ${JSON.stringify(failedReads.slice(0, 5))}`);
  return result;
}

/** Kills the primary under load, and promotes the standby after two seconds, as a tool for failovers does. */
export async function checkKilledPrimary(cluster: Cluster) {
  const load = await startLoad(cluster);
  await delay(3000);
  const killedAt = Date.now();
  // Its processes end with the postmaster, or notice within a second that it is gone.
  await cluster.servers.primary.end('SIGKILL');
  await delay(2000);
  cluster.servers.promote();
  const before = load.acknowledged.length;
  await waitUntil('changes are acknowledged again', () => load.acknowledged.length > before);
  const writingAfterMs = Date.now() - killedAt;
  await delay(5000);
  await load.stop();
  const lastFailureAt = Math.max(killedAt, ...load.failures.map(({ at }) => at));
  const result = {
    ...load.counts,
    writingAfterMs,
    lastFailureAfterMs: lastFailureAt - killedAt,
    failedReads: load.failures.filter(({ isWrite }) => !isWrite).length,
    failedWrites: load.failures.filter(({ isWrite }) => isWrite).length,
    serverErrors: load.failures.filter(({ what }) => /^5(?!03)/.test(what)).length,
    lost: await countLost(cluster, load),
  };
  if (result.lost > 0 || writingAfterMs > 15_000 || result.serverErrors > 0)
    throw new Error(`${JSON.stringify(result)}: ${JSON.stringify(load.failures.slice(0, 5))}`);
  return result;
}

/** How many of the acknowledged changes are not in the database. */
async function countLost({ db }: Cluster, { acknowledged }: Load): Promise<number> {
  const rows = await db.selectFrom('saved_listings').select(['account_id', 'listing_id']).execute();
  const stored = new Set(rows.map((row) => `${row.account_id}:${row.listing_id}`));
  return acknowledged.filter(({ accountId, listingId }) => !stored.has(`${accountId}:${listingId}`)).length;
}
