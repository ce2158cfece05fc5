import { resolve } from 'node:path';
import { openBuild, type Read } from '#server/page-cache/web-build.ts';
import { againstBare, bareTwin } from './bare.ts';
import { compare, load, median, type Running, run, type Say } from './load.ts';

/** The home page from memory, in each coding. */
export async function cachedPages(say: Say) {
  const site = await run({ kind: 'site', pageCache: true, apiCache: true });
  for (const coding of ['identity', 'br', 'gzip']) {
    const headers = { 'accept-encoding': coding };
    const bare = await bareTwin(`${site.url}/`, headers);
    const [least, kept] = await compare([
      { side: bare, path: '/', headers },
      { side: site, path: '/', headers },
    ]);
    say(againstBare(`cached home page, ${coding}`, kept, least, 'at least 0.7 of bare node:http'));
    await bare.stop();
  }
  await site.stop();
}

/** The home page rendered each time, against what React alone takes for it. */
export async function uncachedHome(say: Say) {
  const site = await run({ kind: 'site', pageCache: false, apiCache: true });
  const bare = await bareTwin(`${site.url}/`, {});
  const [least, rendered] = await compare([
    { side: bare, path: '/' },
    { side: site, path: '/' },
  ]);
  say(againstBare('uncached home page', rendered, least, 'at least 0.02 (1,000 a second where bare makes 50,000)'));
  const renderAlone = await openRenderer(site);
  // In turns, so that what else the machine does hits both alike; and not before both are compiled as well as they will be.
  const rounds: { page: number; alone: number }[] = [];
  for (let round = -WARMING; round < ROUNDS; round++) {
    const { cpuMicros: page } = await load(site, '/', { requests: PAGES });
    const alone = renderAlone(PAGES);
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
const WARMING = 10;
const PAGES = 300;

/** Makes what tells the CPU microseconds of React's own `renderToString` for the tree of the home page. */
async function openRenderer(site: Running): Promise<(times: number) => number> {
  const build = await openBuild(resolve(import.meta.dirname, '../../dist'));
  const entry = (await build.entry()) as unknown as {
    asPage: (body: unknown, link: string | null) => unknown;
    prepare(url: string, page: { site: object; read: Read }): Promise<{ tree: never }>;
  };
  const { renderToString } = await import('react-dom/server');
  const read: Read = async (path) => {
    const response = await fetch(site.url + path);
    return entry.asPage(await response.json(), response.headers.get('link'));
  };
  const { tree } = await entry.prepare('/', {
    site: {
      name: 'Bench',
      origin: 'http://localhost',
      operator: '',
      postalAddress: '',
      supportEmail: '',
      measurementId: null,
      adsClientId: null,
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
