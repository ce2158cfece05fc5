// `npm run bench`: how fast the site is, as ratios to something measured in the same run, on a database of its own.
// With names (`npm run bench -- cached lists`) only those parts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeListings } from '#server/db/factories.ts';
import { loadGazetteer } from '#server/db/gazetteer.ts';
import { openDatabase } from '#server/db/open.ts';
import { loadSamples } from '#server/db/samples.ts';
import { readEnv } from '#server/env.ts';
import { openBuild, type Read } from '#server/http/web-build.ts';
import { analyticsPage } from './analytics-page.ts';
import { compare, type Load, median, type Running, run } from './load.ts';

const MANY = 100_000;
const PAGES = [
  '/',
  '/browse',
  '/featured',
  '/categories',
  '/locations',
  '/county/orange-county',
  '/city/irvine',
  '/zip/90011',
  '/los-angeles',
  '/category/grocery-stores',
  '/ads/1',
];
const say = (line: string) => process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
process.env.DATA_DIR = folder;
delete process.env.DATABASE_URL;
const database = await openDatabase(readEnv(), {});
try {
  say('Loading the open business data …');
  await loadGazetteer(database.db);
  await loadSamples(database.db, {});
  const analytics = () => analyticsPage(database.db, say);
  const parts = { cached: cachedPages, uncached: uncachedHome, lists, growth, analytics };
  const asked = process.argv.slice(2);
  for (const [name, part] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await part();
} finally {
  await database.close();
  await rm(folder, { recursive: true, force: true });
}

async function cachedPages() {
  const site = await run({ kind: 'site', pageCache: true, apiCache: true });
  for (const coding of ['identity', 'br', 'gzip']) {
    const headers = { 'accept-encoding': coding };
    const bare = await bareTwin(`${site.url}/`, headers);
    const [least, kept] = await compare([
      { side: bare, path: '/', headers },
      { side: site, path: '/', headers },
    ]);
    row(`cached home page, ${coding}`, kept, least, 'at least 0.7 of bare node:http');
    await bare.stop();
  }
  await site.stop();
}

async function uncachedHome() {
  const site = await run({ kind: 'site', pageCache: false, apiCache: true });
  const bare = await bareTwin(`${site.url}/`, {});
  const [least, rendered] = await compare([
    { side: bare, path: '/' },
    { side: site, path: '/' },
  ]);
  row('uncached home page', rendered, least, 'at least 0.02 (1,000 a second where bare makes 50,000)');
  const alone = await renderAlone(site);
  const times = (rendered?.cpuMicros ?? Number.NaN) / alone;
  say(
    `  ${Math.round(alone)} µs of CPU for renderToString of the same tree alone: the whole page takes ${times.toFixed(2)} times that (bar: at most 2.5)\n`,
  );
  await bare.stop();
  await site.stop();
}

async function lists() {
  const memory = await run({ kind: 'site', pageCache: true, apiCache: true });
  const database = await run({ kind: 'site', pageCache: false, apiCache: false });
  const bare = await bareTwin(`${memory.url}/api/ads/recent`, {});
  const [least, kept, queried] = await compare([
    { side: bare, path: '/' },
    { side: memory, path: '/api/ads/recent' },
    { side: database, path: '/api/ads/recent' },
  ]);
  row('JSON list, renewed by surrogate key', kept, least, 'at least 0.3 of bare node:http');
  row('JSON list, each time from PostgreSQL', queried, least, 'no bar: PostgreSQL shares the two cores');
  await Promise.all([memory, database, bare].map((side) => side.stop()));
}

/** What a page costs with 100,000 listings, against what it costs with the open data alone. */
async function growth() {
  const few = await timesOfPages();
  const { count } = await database.db
    .selectFrom('listings')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  say(`Adding listings: ${count} → ${MANY} …`);
  await makeListings(database.db, MANY - Number(count));
  const many = await timesOfPages();
  say(`\nuncached pages: ms with ${count} listings → with ${MANY} (bar: at most 1.5 times)`);
  for (const [i, page] of PAGES.entries()) {
    const cells = (['rendered', 'cold'] as const).map((kind) => {
      const [before, after] = [few[kind][i] ?? Number.NaN, many[kind][i] ?? Number.NaN];
      return `${kind} ${before.toFixed(2)} → ${after.toFixed(2)} (× ${(after / before).toFixed(2)})`.padEnd(36);
    });
    say(`  ${page.padEnd(28)} ${cells.join(' ')}`);
  }
  say('  rendered: answers of the API in memory; cold: every query asked anew');
}

async function timesOfPages() {
  const rendered = await run({ kind: 'site', pageCache: false, apiCache: true });
  const cold = await run({ kind: 'site', pageCache: false, apiCache: false });
  const times = { rendered: await timesOf(rendered), cold: await timesOf(cold) };
  await rendered.stop();
  await cold.stop();
  return times;
}

async function timesOf(site: Running): Promise<number[]> {
  const times: number[] = [];
  for (const page of PAGES) {
    const one: number[] = [];
    for (let i = 0; i < 120; i++) {
      const begun = performance.now();
      const response = await fetch(site.url + page, { headers: { 'accept-encoding': 'identity' } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${page} answered ${response.status}`);
      if (i >= 40) one.push(performance.now() - begun);
    }
    times.push(median(one));
  }
  return times;
}

/** A bare `node:http` server that sends what the address answered, headers included. */
async function bareTwin(url: string, headers: Record<string, string>): Promise<Running> {
  // Once to make the coding, once for the bytes.
  await raw(url, headers);
  const response = await raw(url, headers);
  return run({ kind: 'bare', ...response });
}

/** The answer as it comes over the wire: `fetch` would decode it. */
async function raw(url: string, headers: Record<string, string>) {
  const { request } = await import('node:http');
  return new Promise<{ headers: Record<string, string>; body: string }>((done, fail) => {
    request(url, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        const own = Object.entries(response.headers).filter(
          ([name]) => !['date', 'connection', 'keep-alive'].includes(name),
        );
        done({
          headers: Object.fromEntries(own) as Record<string, string>,
          body: Buffer.concat(parts).toString('base64'),
        });
      });
    })
      .on('error', fail)
      .end();
  });
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

function row(name: string, load: Load | undefined, bare: Load | undefined, bar: string) {
  if (!load || !bare) throw new Error(`${name} was not measured`);
  const perSecond = (load.perSecond / bare.perSecond).toFixed(2);
  const cpu = (bare.cpuMicros / load.cpuMicros).toFixed(2);
  say(
    `${name}\n  ${Math.round(load.perSecond)} a second, bare ${Math.round(bare.perSecond)}: ratio ${perSecond}; server CPU ${Math.round(load.cpuMicros)} µs, bare ${Math.round(bare.cpuMicros)} µs: ratio ${cpu} (bar: ${bar})`,
  );
}
