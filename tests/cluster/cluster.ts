// `node tests/cluster/cluster.ts`: sets up Varnish, nginx, three processes of the site, PgBouncer, HAProxy, two servers of PostgreSQL and a bucket on this
// machine, and tries what docs/operations.md, More than one machine, promises. With names (`rolling migration hung …`, see `CHECKS`) only those
// parts. It needs a build (`npm run build`) and the programs that it names when they are missing. `REQUESTS` is the number of
// requests of the rolling restart and of the rolling migration, 100,000 by default; `FORMER_RELEASE` the commit from which the latter begins.
import { rmSync } from 'node:fs';
import { checkChanges } from './changes.ts';
import { measureCosts } from './costs.ts';
import {
  checkHungPrimary,
  checkKilledNode,
  checkKilledPooler,
  checkKilledPrimary,
  checkKilledReplica,
} from './failovers.ts';
import { checkRollingMigration, removeFormerRelease } from './migrations.ts';
import { endAll } from './processes.ts';
import { checkRollingRestart } from './restarts.ts';
import { checkShared } from './shared.ts';
import { type Cluster, startCluster } from './start-cluster.ts';

const REQUESTS = Number(process.env.REQUESTS ?? 100_000);

// The primaries are the last ones: after them the nodes reach the database in another way.
const CHECKS: Record<string, (cluster: Cluster) => Promise<unknown>> = {
  costs: measureCosts,
  changes: checkChanges,
  shared: checkShared,
  rolling: (cluster) => checkRollingRestart(cluster, REQUESTS),
  migration: (cluster) => checkRollingMigration(cluster, REQUESTS),
  node: checkKilledNode,
  replica: checkKilledReplica,
  pooler: checkKilledPooler,
  hung: checkHungPrimary('nothing'),
  primary: checkKilledPrimary('nothing'),
  'hung-haproxy': checkHungPrimary('HAProxy'),
  'primary-haproxy': checkKilledPrimary('HAProxy'),
  'hung-both': checkHungPrimary('PgBouncer and HAProxy'),
  'primary-both': checkKilledPrimary('PgBouncer and HAProxy'),
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
  if (cluster) removeFormerRelease(cluster.folder);
  if (cluster && process.exitCode !== 1) rmSync(cluster.folder, { recursive: true });
  else if (cluster) console.error(`The logs are in ${cluster.folder}`);
  process.exit();
}
