import { setTimeout as delay } from 'node:timers/promises';
import { type Load, startLoad } from './load.ts';
import type { Cluster, SiteNode } from './start-cluster.ts';

// Longer than nginx avoids a node that refused (`fail_timeout`).
const PAUSE_MS = 1500;

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
      await restart(node, cluster.getDatabaseEnv());
      restarts += 1;
    }
  }
  await load.stop();
  return requireNoFailure(load, { restarts, seconds: Math.round((Date.now() - started) / 1000) });
}

/** Stops a node as an operator does, and starts it again, or a node of another release in its place. */
export async function restart(node: SiteNode, env: Record<string, string>, root?: string) {
  await delay(PAUSE_MS);
  await node.process.end('SIGTERM');
  if (node.process.child.exitCode !== 0) throw new Error(`A node ended with ${node.process.child.exitCode}`);
  await node.start(env, root);
}

/** @throws {Error} when a request of the load failed */
export function requireNoFailure<Result extends object>({ counts, failures }: Load, result: Result) {
  const all = { ...counts, ...result, failed: failures.length };
  if (failures.length > 0) throw new Error(`${JSON.stringify(all)}: ${JSON.stringify(failures.slice(0, 10))}`);
  return all;
}
