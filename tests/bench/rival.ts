import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { GENERATOR } from './generator.ts';
import { load, type Print, startServer } from './load.ts';

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
  const cached = await startServer({ kind: 'site', pageCache: true, apiCache: true });
  const uncached = await startServer({ kind: 'site', pageCache: false, apiCache: true });
  say(`\npages as visitors ask, in gzip, one process, load by ${GENERATOR} (bar: uncached 5 × Shopclass)`);
  say('  page       cached/s  p50 ms  p99 ms  uncached/s  p50 ms  p99 ms  Shopclass  uncached : Shopclass');
  for (const [page, paths] of Object.entries(pages)) {
    const options = { headers: { 'accept-encoding': 'gzip' }, seconds: 3 };
    const cells = [];
    for (const site of [cached, uncached]) {
      await load(site, paths, { ...options, seconds: 2 });
      const result = await load(site, paths, options);
      cells.push(
        result.perSecond.toFixed(0).padStart(10),
        ...[result.p50, result.p99].map((ms) => ms.toFixed(1).padStart(7)),
      );
      if (site === uncached) {
        const ratio = result.perSecond / (RIVAL[page] ?? Number.NaN);
        cells.push(String(RIVAL[page]).padStart(10), ratio.toFixed(1).padStart(8), ratio < 5 ? 'missed' : '');
      }
    }
    say(`  ${page.padEnd(9)} ${cells.join(' ')}`.trimEnd());
  }
  await Promise.all([cached.stop(), uncached.stop()]);
}
