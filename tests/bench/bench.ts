// `npm run bench`: measures the site relative to references in the same run, on a temporary database. With names
// (`npm run bench -- cached lists`) only those parts. `large` takes long and runs only when it is named: it compares directories of
// 12,000 and of 1,200,000 listings.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#server/platform/db/open.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { loadGazetteer } from '#server/site/seed/gazetteer.ts';
import { cancelOsmPlaces } from '#server/site/seed/osm-places.ts';
import { loadSamples } from '#server/site/seed/samples.ts';
import { benchLarge } from '#tests/bench/large/large.ts';
import { benchAnalyticsPage } from './analytics-page.ts';
import { benchCosts } from './costs.ts';
import { benchEvents } from './events.ts';
import { benchGrowth } from './growth.ts';
import { benchLanguages } from './languages.ts';
import { benchLists } from './lists.ts';
import type { Print } from './load.ts';
import { benchOverload } from './overload.ts';
import { benchCachedPages, benchUncachedHome } from './pages.ts';
import { benchSearches } from './search.ts';
import { benchTableSizes } from './table-sizes.ts';
import { benchVisitorPages } from './visitors.ts';

const print: Print = (line) => process.stdout.write(`${line}\n`);
const asked = process.argv.slice(2);
const isLarge = (name: string) => name.startsWith('large');

delete process.env.DATABASE_URL;
// Events are sent by many visitors.
process.env.TRUSTED_PROXIES = '127.0.0.1';
process.env.GEOCODER_URL = '';

if (asked.some(isLarge)) await benchLarge(print, asked);
if (asked.length === 0 || !asked.every(isLarge)) await benchSmall();

async function benchSmall() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  process.env.DATA_DIR = folder;
  const database = await openDatabase(readEnv(), {});
  try {
    print('Loading the open business data …');
    await loadGazetteer(database.db);
    await loadSamples(database.db, {});
    // A program would add them while it is measured.
    await database.db.transaction().execute(cancelOsmPlaces);
    // As autovacuum does within a minute or two.
    await sql`vacuum analyze`.execute(database.db);
    const parts = {
      cached: () => benchCachedPages(print),
      uncached: () => benchUncachedHome(print),
      languages: () => benchLanguages(database.db, print),
      lists: () => benchLists(print),
      overload: () => benchOverload(database.db, print),
      visitors: () => benchVisitorPages(database.db, print),
      // Before the parts that add listings.
      search: () => benchSearches(database, print),
      costs: () => benchCosts(database.db, print),
      growth: () => benchGrowth(database.db, print),
      events: () => benchEvents(database.db, print),
      analytics: () => benchAnalyticsPage(database.db, print),
      'table-sizes': () => benchTableSizes(database.db, print),
      'search-many': () => benchSearches(database, print, 100_000),
    };
    for (const [name, part] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await part();
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
