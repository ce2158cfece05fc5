import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import type { Print } from '#tests/bench/load.ts';
import type { Directory, LargePart } from './directories.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const METRICS_TOKEN = 'bench-large-memory';
const CONNECTIONS = 4;
const REPORTS = 10;
// What browsers and large crawlers accept. Each page is read in one of them.
const CODINGS = ['gzip, deflate, br', 'gzip'];

/**
 * The memory of a process of the site, as `npm start` starts it, while a crawler reads different pages (20,000, or `BENCH_PAGES`): listings, and cities and
 * ZIP codes with their categories. Resident memory is that of Linux, with the files of Node that several processes share.
 */
export const benchLargeMemory: LargePart = async ({ large, say }) => {
  const count = Number(process.env.BENCH_PAGES ?? 20_000);
  const site = await startSite(large);
  try {
    const pages = await choosePages(large.database.db, count);
    say(
      `\nmemory with ${large.listings} listings, in MB, while ${pages.length} different pages are read (bar: 400 resident)`,
    );
    await report(site, 'at the start', say);
    for (let i = 0; i < REPORTS; i++) {
      const part = pages.slice((i * pages.length) / REPORTS, ((i + 1) * pages.length) / REPORTS);
      const failed = await crawl(site.url, part);
      await report(site, `after ${Math.round(((i + 1) * pages.length) / REPORTS)} pages`, say);
      if (failed.length > 0) say(`    failed: ${failed.length}, such as ${failed[0]}`);
    }
  } finally {
    await site.stop();
  }
};

interface Site {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

async function startSite({ dataDir }: Directory): Promise<Site> {
  const { scripts } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8'));
  const args = String(scripts.start)
    .replace(/^.*node /, '')
    .split(' ');
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      WORKERS: '1',
      SAMPLE_DATA: 'off',
      LOG_LEVEL: 'error',
      METRICS_TOKEN,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    url: await readUrl(child),
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Passes on what is logged. */
function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const [url] = /http:\/\/localhost:\d+/.exec(text) ?? [];
      if (url) done(url);
      else process.stderr.write(text);
    });
    child.once('exit', () => fail(new Error('The site has ended')));
  });
}

/** As a crawler follows the sitemap: nine listings of ten pages, spread over all ids. */
async function choosePages(db: Kysely<DB>, count: number): Promise<string[]> {
  const { rows: listings } = await sql<{ path: string }>`
    select '/ads/' || id as path from public_listings
    where id in (select 1 + n * (select max(id) from listings) / ${count} from generate_series(0, ${count}) n)
    order by id`.execute(db);
  const { rows: lists } = await sql<{ path: string }>`
    select path from (
      select distinct '/city/' || p.slug || '/' || c.slug as path
      from (select place_id, category_id from public_listings where id % 50 = 1) l
        join places p on p.id = l.place_id join categories c on c.id = l.category_id
      union select '/zip/' || zip from zip_codes
      union select '/city/' || slug from places
    ) as pages
    order by hashtext(path) limit ${Math.ceil(count / 10)}`.execute(db);
  const pages = listings.slice(0, count - lists.length).map(({ path }) => path);
  const every = Math.floor(pages.length / lists.length);
  return pages.flatMap((path, i) => (i % every === 0 ? [path, lists[i / every]?.path ?? ''] : path)).filter(Boolean);
}

/** @returns the pages that failed, with their status */
async function crawl(url: string, pages: string[]): Promise<string[]> {
  const failed: string[] = [];
  let next = 0;
  const readAll = async () => {
    while (next < pages.length) {
      const i = next++;
      const response = await fetch(url + pages[i], {
        headers: { 'accept-encoding': CODINGS[i % CODINGS.length] ?? '' },
      });
      await response.arrayBuffer();
      if (!response.ok) failed.push(`${pages[i]} ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, readAll));
  return failed;
}

async function report({ url, pid }: Site, when: string, say: Print): Promise<void> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const metrics = await response.text();
  const readNumber = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]);
  const read = (name: string) => toMegabytes(readNumber(name));
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const readStatus = (name: string) => toMegabytes(1024 * Number(new RegExp(`${name}:\\s*(\\d+)`).exec(status)?.[1]));
  const parts = {
    resident: readStatus('VmRSS'),
    'at most': readStatus('VmHWM'),
    files: readStatus('RssFile'),
    'heap used': read('nodejs_heap_size_used_bytes'),
    'heap in all': read('nodejs_heap_size_total_bytes'),
    external: read('nodejs_external_memory_bytes'),
    pages: read('cache_bytes\\{cache="pages"\\}'),
    api: read('cache_bytes\\{cache="api"\\}'),
    'seconds of CPU': Math.round(readNumber('process_cpu_seconds_total')),
  };
  say(
    `  ${when.padEnd(20)} ${Object.entries(parts)
      .map(([name, megabytes]) => `${name} ${megabytes}`)
      .join(', ')}`,
  );
}

const toMegabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
