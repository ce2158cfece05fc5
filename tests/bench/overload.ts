import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { arrive, type Outcome, percentile } from './arrivals.ts';
import { load, type Print, type RunningServer, startServer } from './load.ts';

const FACTORS = [1, 2, 5, 10];
const SECONDS = 15;
const CACHED_PER_SECOND = 50;
const HEALTH_PER_SECOND = 20;
const MIN_GOODPUT = 0.8;
const MAX_MS = 50;
const MAX_MEMORY = 1.3;
const MAX_RECOVERY_SECONDS = 5;

interface Phase {
  /** Pages a second that arrived, and that were answered with 200 before their client gave up. */
  offered: number;
  goodput: number;
  page: Outcome;
  cached: Outcome;
  health: Outcome;
  megabytes: number;
  /** The CPU time of the server, and of what makes the load, for each second. */
  cores: number;
  generatorCores: number;
}

/**
 * More visitors than one process can serve: pages of ever different listings, which are not cached, arrive at multiples of its
 * capacity, with a cached page and `/healthz` beside them.
 */
export async function benchOverload(db: Kysely<DB>, say: Print) {
  const { rows } = await sql<{ id: number }>`select id from public_listings order by id`.execute(db);
  const site = await startServer({ kind: 'site', pageCache: true, apiCache: true });
  let position = 0;
  const nextPage = () => `/ads/${rows[position++ % rows.length]?.id}`;
  const capacity = await measureCapacity(site, nextPage);
  say(`\ntoo many visitors, one process: ${capacity.toFixed(0)} pages a second rendered for eight clients`);
  say(
    '  load  pages/s  good/s  refused/s  failed  page p99  refused p99  cached p99  healthz p99   MB  cores  generator',
  );
  const run = async (factor: number, seconds = SECONDS) => {
    const phase = await measure(site, nextPage, capacity * factor, seconds);
    say(`  ${format(factor, phase, seconds)}`);
    return phase;
  };
  const calm = await run(0.5);
  const phases = [];
  for (const factor of FACTORS) phases.push(await run(factor));
  const peak = Math.max(...phases.map(({ goodput }) => goodput));
  let recovery = 0;
  for (; recovery <= MAX_RECOVERY_SECONDS; recovery += 1) {
    const { page } = await measure(site, nextPage, capacity / 2, 1);
    if (page.failed + page.refused.length === 0 && percentile(page.good, 0.99) < 1000) break;
  }
  const crowded = phases.slice(1);
  const worst = (values: number[]) => Math.max(...values);
  const bars: [string, number, boolean][] = [
    ['goodput of its peak', Math.min(...crowded.map(({ goodput }) => goodput / peak)), true],
    ['ms, p99 of 503', worst(crowded.map(({ page }) => percentile(page.refused, 0.99))), false],
    ['ms, p99 of cached pages', worst(crowded.map(({ cached }) => percentile(cached.good, 0.99))), false],
    ['ms, p99 of /healthz', worst(crowded.map(({ health }) => percentile(health.good, 0.99))), false],
    ['of the calm memory', worst(crowded.map(({ megabytes }) => megabytes / calm.megabytes)), false],
    ['seconds until it is as before', recovery, false],
  ];
  const limits = [MIN_GOODPUT, MAX_MS, MAX_MS, MAX_MS, MAX_MEMORY, MAX_RECOVERY_SECONDS];
  for (const [i, [name, value, isMinimum]] of bars.entries()) {
    const bar = limits[i] as number;
    const isMet = isMinimum ? value >= bar : value <= bar;
    say(`  ${value.toFixed(2)} ${name} (bar: ${isMinimum ? 'at least' : 'at most'} ${bar})${isMet ? '' : '  missed'}`);
  }
  await site.stop();
}

async function measureCapacity(site: RunningServer, nextPage: () => string): Promise<number> {
  const paths = Array.from({ length: 2000 }, nextPage);
  await load(site, paths, { seconds: 3, connections: 8 });
  return (await load(site, Array.from({ length: 2000 }, nextPage), { seconds: 5, connections: 8 })).perSecond;
}

async function measure(
  site: RunningServer,
  nextPage: () => string,
  perSecond: number,
  seconds: number,
): Promise<Phase> {
  let megabytes = 0;
  let isOver = false;
  const cpuBefore = await site.cpuMicros();
  const sampling = (async () => {
    for (; !isOver; await delay(500)) megabytes = Math.max(megabytes, await site.megabytes());
  })();
  const ownBefore = process.cpuUsage();
  const { page, cached, health } = await arrive(
    site.url,
    {
      page: { perSecond, next: nextPage },
      cached: { perSecond: CACHED_PER_SECOND, next: () => '/help' },
      health: { perSecond: HEALTH_PER_SECOND, next: () => '/healthz' },
    },
    seconds,
  );
  const own = process.cpuUsage(ownBefore);
  isOver = true;
  await sampling;
  const cores = ((await site.cpuMicros()) - cpuBefore) / seconds / 1e6;
  const generatorCores = (own.user + own.system) / seconds / 1e6;
  const goodput = page.good.length / seconds;
  return { offered: perSecond, goodput, page, cached, health, megabytes, cores, generatorCores };
}

function format(factor: number, phase: Phase, seconds: number): string {
  const { offered, goodput, page, cached, health, megabytes, cores, generatorCores } = phase;
  const failed = page.failed + cached.failed + health.failed + cached.refused.length + health.refused.length;
  const p99 = [page.good, page.refused, cached.good, health.good].map((times) => percentile(times, 0.99).toFixed(0));
  const widths = [8, 11, 10, 11];
  return [
    `${factor}×`.padStart(5),
    offered.toFixed(0).padStart(7),
    goodput.toFixed(0).padStart(6),
    (page.refused.length / seconds).toFixed(0).padStart(9),
    String(failed).padStart(6),
    ...p99.map((cell, i) => cell.padStart(widths[i] as number)),
    megabytes.toFixed(0).padStart(4),
    cores.toFixed(2).padStart(5),
    generatorCores.toFixed(2).padStart(9),
  ].join('  ');
}
