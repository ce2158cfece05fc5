import { setTimeout as delay } from 'node:timers/promises';
import { countLost, type Load, startLoad, summarize } from './load.ts';
import { signalTree, waitUntil } from './processes.ts';
import { restart } from './restarts.ts';
import type { Cluster, DatabasePath } from './start-cluster.ts';

/** The goal: so long after the promotion of the standby changes are stored again. */
const MAX_FAILOVER_MS = 15_000;

/** Kills a node under load: what was read goes to another node, and no acknowledged change is lost. */
export async function checkKilledNode(cluster: Cluster) {
  const load = await startLoad(cluster);
  await delay(3000);
  const [node] = cluster.nodes;
  await node?.process.end('SIGKILL');
  await delay(5000);
  await node?.start(cluster.getDatabaseEnv());
  await delay(2000);
  return report(cluster, load, {}, ({ failedReads }) => failedReads === 0);
}

/** Kills the standby, from which public pages are read, under load, and starts it again: reads go on, and writes wait for it. */
export async function checkKilledReplica(cluster: Cluster) {
  const load = await startLoad(cluster);
  await delay(3000);
  await cluster.servers.standby.end('SIGKILL');
  await delay(8000);
  await cluster.servers.startStandby();
  const { writingAfterMs } = await measureWriting(load);
  await delay(2000);
  return report(cluster, load, { writingAfterMs }, ({ failedReads, errors }) => failedReads + errors === 0);
}

/** Kills PgBouncer under load, and starts it again after two seconds, as systemd does. */
export async function checkKilledPooler(cluster: Cluster) {
  const load = await startLoad(cluster);
  await delay(3000);
  const killedAt = Date.now();
  await cluster.pooler.process.end('SIGKILL');
  await delay(2000);
  cluster.pooler.start();
  const { writingAfterMs } = await measureWriting(load);
  await delay(5000);
  return report(
    cluster,
    load,
    { writingAfterMs, lastFailureAfterMs: getLastFailure(load, killedAt) },
    ({ errors }) => errors === 0,
  );
}

/** Stops the primary without ending it under load, and promotes the standby after two seconds: as when its machine hangs. */
export const checkHungPrimary = (path: DatabasePath) => (cluster: Cluster) =>
  failOver(cluster, path, async ({ servers }) => {
    // With its processes, whose connections stay open.
    signalTree(servers.primary.child.pid as number, 'SIGSTOP');
    return async () => {
      signalTree(servers.primary.child.pid as number, 'SIGKILL');
      await servers.primary.end('SIGKILL');
    };
  });

/** Kills the primary under load, and promotes the standby after two seconds, as a tool for failovers does. */
export const checkKilledPrimary = (path: DatabasePath) => (cluster: Cluster) =>
  failOver(cluster, path, async ({ servers }) => {
    // Its processes end with the postmaster, or notice within a second that it is gone.
    await servers.primary.end('SIGKILL');
    return async () => {};
  });

/**
 * Then the former primary is the standby.
 * @param path not PgBouncer alone, which a failover must lead elsewhere
 * @param stop takes the primary away, and returns what ends it for good
 */
async function failOver(
  cluster: Cluster,
  path: DatabasePath,
  stop: (cluster: Cluster) => Promise<() => Promise<void>>,
) {
  const { nodes, servers } = cluster;
  for (const node of nodes) await restart(node, cluster.getDatabaseEnv({ path }));
  const load = await startLoad(cluster);
  await delay(3000);
  const stoppedAt = Date.now();
  const end = await stop(cluster);
  await delay(2000);
  servers.promote();
  const { writingAfterMs } = await measureWriting(load);
  await delay(5000);
  const lastFailureAfterMs = getLastFailure(load, stoppedAt);
  await load.stop();
  await end();
  await servers.rebuildStandby();
  return report(
    cluster,
    load,
    { writingAfterPromotionMs: writingAfterMs, lastFailureAfterMs },
    ({ errors }) => errors === 0 && writingAfterMs <= MAX_FAILOVER_MS,
  );
}

async function measureWriting(load: Load) {
  const from = Date.now();
  const before = load.acknowledged.length;
  await waitUntil('changes are acknowledged again', () => load.acknowledged.length > before);
  return { writingAfterMs: Date.now() - from };
}

const getLastFailure = ({ failures }: Load, from: number) => Math.max(from, ...failures.map(({ at }) => at)) - from;

/** @throws {Error} when it is not as it should be, or an acknowledged change is lost */
async function report(
  { db }: Cluster,
  load: Load,
  measured: Record<string, number>,
  isRight: (result: ReturnType<typeof summarize>) => boolean,
) {
  await load.stop();
  const result = { ...summarize(load), ...measured, lost: await countLost(db, load) };
  if (result.lost > 0 || !isRight(result)) {
    const others = load.failures.filter(({ what }) => !what.startsWith('503'));
    throw new Error(`${JSON.stringify(result)}: ${JSON.stringify([...others, ...load.failures].slice(0, 5))}`);
  }
  return result;
}
