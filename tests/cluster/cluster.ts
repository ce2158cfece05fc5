// `node tests/cluster/cluster.ts`: sets up Varnish, nginx, three processes of the site, two servers of PostgreSQL and a bucket on this
// machine, and tries what docs/operations.md, More than one machine, promises. With names (`costs changes shared rolling node primary`) only those
// parts. It needs a build (`npm run build`) and the programs that it names when they are missing. `REQUESTS` is the number of
// requests of the rolling restart, 100,000 by default.
import { rmSync } from 'node:fs';
import { checkChanges } from './changes.ts';
import { measureCosts } from './costs.ts';
import { endAll } from './processes.ts';
import { checkKilledNode, checkKilledPrimary, checkRollingRestart } from './restarts.ts';
import { checkShared } from './shared.ts';
import { type Cluster, startCluster } from './start-cluster.ts';

const REQUESTS = Number(process.env.REQUESTS ?? 100_000);

// The primary is the last one: nothing starts it again.
const CHECKS: Record<string, (cluster: Cluster) => Promise<unknown>> = {
  costs: measureCosts,
  changes: checkChanges,
  shared: checkShared,
  rolling: (cluster) => checkRollingRestart(cluster, REQUESTS),
  node: checkKilledNode,
  primary: checkKilledPrimary,
};

const asked = process.argv.slice(2);
let cluster: Cluster | undefined;
try {
  cluster = await startCluster();
  for (const [name, check] of Object.entries(CHECKS)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(name, JSON.stringify(await check(cluster)));
  }
} catch (error) {
  console.error((error as Error).stack);
  process.exitCode = 1;
} finally {
  await cluster?.close();
  await endAll();
  if (cluster && process.exitCode !== 1) rmSync(cluster.folder, { recursive: true });
  else if (cluster) console.error(`The logs are in ${cluster.folder}`);
  process.exit();
}
