import { resolve } from 'node:path';
import { loadBuild, type ReadApi } from '#server/page-cache/web-build.ts';
import { formatComparison, startBareServer } from './bare-server.ts';
import { compare, load, median, type Print, type RunningServer, startServer } from './load.ts';

/** The cached home page, in each content coding. */
export async function benchCachedPages(say: Print) {
  const site = await startServer({ kind: 'site', pageCache: true, apiCache: true });
  for (const coding of ['identity', 'br', 'gzip']) {
    const headers = { 'accept-encoding': coding };
    const bare = await startBareServer(`${site.url}/`, headers);
    const [baseline, cached] = await compare([
      { side: bare, path: '/', headers },
      { side: site, path: '/', headers },
    ]);
    say(formatComparison(`cached home page, ${coding}`, cached, baseline, 'at least 0.7 of bare node:http'));
    await bare.stop();
  }
  await site.stop();
}

/** The home page rendered for each request, relative to the time of React alone. */
export async function benchUncachedHome(say: Print) {
  const site = await startServer({ kind: 'site', pageCache: false, apiCache: true });
  const bare = await startBareServer(`${site.url}/`, {});
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
  const renderAlone = await createRenderer(site);
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

/** Creates a function that measures the CPU time of `renderToString` for the tree of the home page, in microseconds. */
async function createRenderer(site: RunningServer): Promise<(times: number) => number> {
  const build = await loadBuild(resolve(import.meta.dirname, '../../dist'));
  const entry = (await build.entry()) as unknown as {
    toPage: (body: unknown, link: string | null) => unknown;
    prepare(url: string, page: { site: object; read: ReadApi }): Promise<{ tree: never }>;
  };
  const { renderToString } = await import('react-dom/server');
  const read: ReadApi = async (path) => {
    const response = await fetch(site.url + path);
    return entry.toPage(await response.json(), response.headers.get('link'));
  };
  const { tree } = await entry.prepare('/', {
    site: {
      name: 'Bench',
      origin: 'http://localhost',
      operator: '',
      postalAddress: '',
      supportEmail: '',
      profiles: {},
      measurementId: null,
      adsClientId: null,
      mapTiles: null,
      payments: 'simulated' as const,
    },
    read,
  });
  return (times) => {
    const before = process.cpuUsage();
    for (let i = 0; i < times; i++) renderToString(tree);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / times;
  };
}
