import { formatComparison, startBareServer } from './bare-server.ts';
import { formatShare, GENERATOR } from './generator.ts';
import { compare, type LoadResult, load, median, type Print, startServer } from './load.ts';
import { createRenderer } from './render-alone.ts';

const CONNECTIONS = [32, 256];
const MIN_RATIO = 0.85;
// A generator that is hardly faster than the bare server measures itself.
const MAX_SHARE_OF_CEILING = 0.8;

/** The cached home page, in each content coding, against a bare server that is given the same processor. */
export async function benchCachedPages(say: Print) {
  const site = await startServer({ kind: 'site', pageCache: true, apiCache: true });
  const atRest = await site.megabytes();
  say(`\ncached home page, one process, load by ${GENERATOR} (bar: ${MIN_RATIO} of bare node:http)`);
  say('  coding    connections  ceiling/s   bare/s   ours/s  ratio  CPU ratio  µs CPU  p50 ms  p99 ms  not 2xx');
  for (const coding of ['identity', 'gzip', 'br']) {
    const headers = { 'accept-encoding': coding };
    const socket = await startBareServer(site.url, ['/'], headers, 'socket');
    const bare = await startBareServer(site.url, ['/'], headers);
    for (const connections of CONNECTIONS) {
      const sides = [socket, bare, site].map((side) => ({ side, path: '/', headers }));
      const [ceiling, baseline, cached] = (await compare(sides, { connections, seconds: 2 })) as [
        LoadResult,
        LoadResult,
        LoadResult,
      ];
      say(`  ${coding.padEnd(9)} ${formatCached(connections, ceiling, baseline, cached)}`);
    }
    await socket.stop();
    await bare.stop();
  }
  say(`  memory: ${atRest.toFixed(0)} MB at rest, ${(await site.megabytes()).toFixed(0)} MB after the load`);
  await site.stop();
}

function formatCached(connections: number, ceiling: LoadResult, bare: LoadResult, cached: LoadResult): string {
  const rates = [ceiling, bare, cached].map(({ perSecond }) => perSecond.toFixed(0).padStart(8)).join(' ');
  const ratio = cached.perSecond / bare.perSecond;
  const cells = [
    `${connections}`.padStart(11),
    ` ${rates}`,
    ratio.toFixed(2).padStart(6),
    (bare.cpuMicros / cached.cpuMicros).toFixed(2).padStart(10),
    cached.cpuMicros.toFixed(1).padStart(7),
    cached.p50.toFixed(2).padStart(7),
    cached.p99.toFixed(2).padStart(7),
    formatShare(cached.otherShare).padStart(8),
  ].join(' ');
  if (bare.perSecond > MAX_SHARE_OF_CEILING * ceiling.perSecond)
    return `${cells}  refused: the bare server is within 20 % of the ceiling, so the ratio says nothing`;
  return ratio < MIN_RATIO ? `${cells}  missed` : cells;
}

/** The home page rendered for each request, relative to the time of React alone. */
export async function benchUncachedHome(say: Print) {
  const site = await startServer({ kind: 'site', pageCache: false, apiCache: true });
  const bare = await startBareServer(site.url, ['/'], {});
  const [baseline, rendered] = await compare([
    { side: bare, path: '/' },
    { side: site, path: '/' },
  ]);
  say(
    formatComparison(
      'uncached home page',
      rendered,
      baseline,
      'at least 0.02 (1,000 a second where bare makes 50,000)',
    ),
  );
  const renderAlone = await createRenderer(site, '/');
  // Alternately, so that other load on the machine affects both alike, and after a warm-up in which V8 optimizes both.
  const rounds: { page: number; alone: number }[] = [];
  for (let round = -WARMUP_ROUNDS; round < ROUNDS; round++) {
    const { cpuMicros: page } = await load(site, '/', { requests: PAGES_PER_ROUND });
    const alone = renderAlone(PAGES_PER_ROUND);
    if (round >= 0) rounds.push({ page, alone });
  }
  const alone = median(rounds.map((round) => round.alone));
  const times = median(rounds.map((round) => round.page / round.alone));
  say(
    `  ${Math.round(alone)} µs of CPU for renderToString of the same tree alone: the whole page takes ${times.toFixed(2)} times that (bar: at most 2.5)\n`,
  );
  await bare.stop();
  await site.stop();
}

const ROUNDS = 15;
const WARMUP_ROUNDS = 10;
const PAGES_PER_ROUND = 300;
