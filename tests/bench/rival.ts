import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { GENERATOR, generate } from './generator.ts';
import type { Print } from './load.ts';

const WORDS = 200;

/** Shopclass 6.1.0, requests a second, measured once with 5,098 listings on two cores; docs/performance.md says how. */
const RIVAL: Record<string, number> = { home: 133, category: 95, city: 99, search: 87, listing: 99, 'post form': 176 };

/** Pages as visitors ask for them, from the cache and rendered for each request. */
export async function benchAgainstRival(db: Kysely<DB>, say: Print) {
  const { rows } = await sql<{ word: string }>`
    select distinct word from listings, regexp_split_to_table(lower(title), '[^a-z]+') as word
    where length(word) > 3 order by word limit ${WORDS}`.execute(db);
  const { rows: ids } = await sql<{ id: number }>`select id from public_listings order by id limit ${WORDS}`.execute(
    db,
  );
  const pages: Record<string, string[]> = {
    home: ['/'],
    category: ['/category/grocery-stores'],
    city: ['/city/irvine'],
    search: rows.map(({ word }) => `/search?q=${word}`),
    listing: ids.map(({ id }) => `/ads/${id}`),
    'post form': ['/post-ad'],
  };
  const cached = await startProgram({});
  const uncached = await startProgram({ PAGE_CACHE_MB: '0' });
  say(
    `\npages as visitors ask, in gzip, one process for each core, load by ${GENERATOR} (bar: uncached 5 × Shopclass)`,
  );
  say('  page       cached/s  p50 ms  p99 ms  uncached/s  p50 ms  p99 ms  Shopclass  uncached : Shopclass');
  for (const [page, paths] of Object.entries(pages)) {
    const cells = [];
    for (const { origin } of [cached, uncached]) {
      const asked = { origin, paths, headers: { 'accept-encoding': 'gzip' }, connections: 32 };
      await generate({ ...asked, seconds: 2 });
      const { perSecond, p50, p99 } = await generate({ ...asked, seconds: 5 });
      cells.push(perSecond.toFixed(0).padStart(10), ...[p50, p99].map((ms) => ms.toFixed(1).padStart(7)));
      if (origin === uncached.origin) {
        const ratio = perSecond / (RIVAL[page] ?? Number.NaN);
        cells.push(String(RIVAL[page]).padStart(10), ratio.toFixed(1).padStart(8), ratio < 5 ? 'missed' : '');
      }
    }
    say(`  ${page.padEnd(9)} ${cells.join(' ')}`.trimEnd());
  }
  await Promise.all([cached.stop(), uncached.stop()]);
}

/** Starts the program as `npm start` does, with the directory of this run. */
async function startProgram(env: Record<string, string>) {
  const main = resolve(import.meta.dirname, '../../server/main.ts');
  const child = spawn(process.execPath, ['--max-semi-space-size=16', '--max-old-space-size=384', main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn', ...env },
  });
  const { promise: port, resolve: found, reject } = Promise.withResolvers<string>();
  createInterface(child.stdout).on('line', (line) => {
    const [, printed] = /http:\/\/localhost:(\d+)/.exec(line) ?? [];
    if (printed !== undefined) found(printed);
  });
  child.on('exit', () => reject(new Error('The program has ended')));
  const origin = `http://127.0.0.1:${await port}`;
  return {
    origin,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
