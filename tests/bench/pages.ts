import { resolve } from 'node:path';
import { openBuild, type Read } from '#server/http/web-build.ts';
import { againstBare, bareTwin } from './bare.ts';
import { compare, type Running, run, type Say } from './load.ts';

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
  const alone = await renderAlone(site);
  const times = (rendered?.cpuMicros ?? Number.NaN) / alone;
  say(
    `  ${Math.round(alone)} µs of CPU for renderToString of the same tree alone: the whole page takes ${times.toFixed(2)} times that (bar: at most 2.5)\n`,
  );
  await bare.stop();
  await site.stop();
}

/** CPU microseconds of React's own `renderToString` for the tree of the home page. */
async function renderAlone(site: Running): Promise<number> {
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
  for (let i = 0; i < 1000; i++) renderToString(tree);
  const rounds = 2000;
  const before = process.cpuUsage();
  for (let i = 0; i < rounds; i++) renderToString(tree);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / rounds;
}
