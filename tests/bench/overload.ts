import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { arrive, measureThroughput, type Outcome, percentile } from './arrivals.ts';
import { type Print, type RunningServer, startServer } from './load.ts';

const FACTORS = [0.5, 1, 2, 5, 10];
const ROUNDS = 3;
const SECONDS = 8;
const WARM_UP_SECONDS = 10;
const CLIENTS = 8;
const CACHED_PER_SECOND = 50;
const HEALTH_PER_SECOND = 20;
const MIN_GOODPUT = 0.8;
const MAX_MS = 50;
const MAX_MEMORY = 1.3;
const MAX_RECOVERY_SECONDS = 5;

/** What became of the requests at one load, in all rounds. */
interface Phase {
  factor: number;
  seconds: number;
  page: Outcome;
  cached: Outcome;
  health: Outcome;
  megabytes: number;
  /** The CPU time of the server, and of what makes the load. */
  serverSeconds: number;
  generatorSeconds: number;
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
    '  load  pages/s  good/s  good/CPU s  refused/s  failed  page p99  refused p99  cached p99  healthz p99  late p99   MB  cores  generator',
  );
  const phases = FACTORS.map(createPhase);
  // In turns, so that what else the machine does, and what is compiled and cached meanwhile, is the same for all loads.
  for (let round = 0; round < ROUNDS; round++) {
    for (const phase of round % 2 === 0 ? phases : phases.toReversed())
      await measure(site, nextPage, { perSecond: capacity * phase.factor, seconds: SECONDS, phase });
  }
  for (const phase of phases) say(`  ${format(phase, capacity)}`);
  const [calm, ...loaded] = phases as [Phase, ...Phase[]];
  const getGoodput = ({ page, seconds }: Phase) => page.good.length / seconds;
  const getYield = ({ page, serverSeconds }: Phase) => page.good.length / serverSeconds;
  const crowded = loaded.filter(({ factor }) => factor > 1);
  const worstShare = (of: (phase: Phase) => number) => Math.min(...crowded.map(of)) / Math.max(...loaded.map(of));
  let recovery = 0;
  for (; recovery <= MAX_RECOVERY_SECONDS; recovery += 1) {
    const { page } = await measure(site, nextPage, { perSecond: capacity / 2, seconds: 1, phase: createPhase(0.5) });
    if (page.failed + page.refused.length === 0 && percentile(page.good, 0.99) < 1000) break;
  }
  const worst = (values: number[]) => Math.max(...values);
  const bars: [string, number, boolean][] = [
    ['goodput of its peak', worstShare(getGoodput), true],
    ['pages of a second of CPU time of the server, of their peak', worstShare(getYield), true],
    ['ms, p99 of 503', worst(crowded.map(({ page }) => percentile(page.refused, 0.99))), false],
    ['ms, p99 of cached pages', worst(crowded.map(({ cached }) => percentile(cached.good, 0.99))), false],
    ['ms, p99 of /healthz', worst(crowded.map(({ health }) => percentile(health.good, 0.99))), false],
    ['of the calm memory', worst(crowded.map(({ megabytes }) => megabytes / calm.megabytes)), false],
    ['seconds until it is as before', recovery, false],
  ];
  const limits = [MIN_GOODPUT, MIN_GOODPUT, MAX_MS, MAX_MS, MAX_MS, MAX_MEMORY, MAX_RECOVERY_SECONDS];
  for (const [i, [name, value, isMinimum]] of bars.entries()) {
    const bar = limits[i] as number;
    const isMet = isMinimum ? value >= bar : value <= bar;
    say(`  ${value.toFixed(2)} ${name} (bar: ${isMinimum ? 'at least' : 'at most'} ${bar})${isMet ? '' : '  missed'}`);
  }
  await site.stop();
}

/** After the first pages, for which the code is compiled and lists that many pages show are cached. */
async function measureCapacity(site: RunningServer, nextPage: () => string): Promise<number> {
  await measureThroughput(site.url, nextPage, { clients: CLIENTS, seconds: WARM_UP_SECONDS });
  return measureThroughput(site.url, nextPage, { clients: CLIENTS, seconds: SECONDS });
}

const createOutcome = (): Outcome => ({ good: [], refused: [], failed: 0, lateness: [] });
const createPhase = (factor: number): Phase => ({
  factor,
  seconds: 0,
  page: createOutcome(),
  cached: createOutcome(),
  health: createOutcome(),
  megabytes: 0,
  serverSeconds: 0,
  generatorSeconds: 0,
});

/** Lets requests arrive for some seconds, and adds what became of them to a phase. */
async function measure(
  site: RunningServer,
  nextPage: () => string,
  { perSecond, seconds, phase }: { perSecond: number; seconds: number; phase: Phase },
): Promise<Phase> {
  let isOver = false;
  const cpuBefore = await site.cpuMicros();
  const sampling = (async () => {
    for (; !isOver; await delay(500)) phase.megabytes = Math.max(phase.megabytes, await site.megabytes());
  })();
  const ownBefore = process.cpuUsage();
  const outcomes = await arrive(
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
  phase.seconds += seconds;
  phase.serverSeconds += ((await site.cpuMicros()) - cpuBefore) / 1e6;
  phase.generatorSeconds += (own.user + own.system) / 1e6;
  for (const kind of ['page', 'cached', 'health'] as const) {
    for (const list of ['good', 'refused', 'lateness'] as const) phase[kind][list].push(...outcomes[kind][list]);
    phase[kind].failed += outcomes[kind].failed;
  }
  return phase;
}

function format(phase: Phase, capacity: number): string {
  const { factor, seconds, page, cached, health, megabytes, serverSeconds, generatorSeconds } = phase;
  const failed = page.failed + cached.failed + health.failed + cached.refused.length + health.refused.length;
  const lateness = [page, cached, health].flatMap((outcome) => outcome.lateness);
  const p99 = [page.good, page.refused, cached.good, health.good, lateness].map((times) =>
    percentile(times, 0.99).toFixed(0),
  );
  const widths = [8, 11, 10, 11, 8];
  return [
    `${factor}×`.padStart(5),
    (capacity * factor).toFixed(0).padStart(7),
    (page.good.length / seconds).toFixed(0).padStart(6),
    (page.good.length / serverSeconds).toFixed(0).padStart(10),
    (page.refused.length / seconds).toFixed(0).padStart(9),
    String(failed).padStart(6),
    ...p99.map((cell, i) => cell.padStart(widths[i] as number)),
    megabytes.toFixed(0).padStart(4),
    (serverSeconds / seconds).toFixed(2).padStart(5),
    (generatorSeconds / seconds).toFixed(2).padStart(9),
  ].join('  ');
}
