import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { makeListings } from '#tests/fixtures/bulk-factories.ts';
import { median, type Print, type RunningServer, startServer } from './load.ts';

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

/** The cost of a page with 100,000 listings relative to that with the open data alone. */
export async function benchGrowth(db: Kysely<DB>, say: Print) {
  const few = await measurePages();
  const { count } = await db
    .selectFrom('listings')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  say(`Adding listings: ${count} → ${MANY} …`);
  await makeListings(db, MANY - Number(count));
  // Autovacuum would do it within a minute or two.
  await sql`vacuum analyze listings, listing_search`.execute(db);
  const many = await measurePages();
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

async function measurePages() {
  const rendered = await startServer({ kind: 'site', pageCache: false, apiCache: true });
  const cold = await startServer({ kind: 'site', pageCache: false, apiCache: false });
  const times = { rendered: await measureTimes(rendered), cold: await measureTimes(cold) };
  await rendered.stop();
  await cold.stop();
  return times;
}

async function measureTimes(site: RunningServer): Promise<number[]> {
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
