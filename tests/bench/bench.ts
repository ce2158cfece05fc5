// `npm run bench`: how fast the site is, as ratios to something measured in the same run, on a database of its own.
// With names (`npm run bench -- cached lists`) only those parts; `million` takes long and is done only when it is named.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import { readEnv } from '#server/env.ts';
import { loadGazetteer } from '#server/seed/gazetteer.ts';
import { loadSamples } from '#server/seed/samples.ts';
import { analyticsPage } from './analytics-page.ts';
import { events } from './events.ts';
import { growth } from './growth.ts';
import { lists } from './lists.ts';
import type { Say } from './load.ts';
import { cachedPages, uncachedHome } from './pages.ts';
import { searches } from './search.ts';

const say: Say = (line) => process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
process.env.DATA_DIR = folder;
delete process.env.DATABASE_URL;
// Events come from many visitors.
process.env.TRUSTED_PROXIES = '127.0.0.1';
const database = await openDatabase(readEnv(), {});
try {
  say('Loading the open business data …');
  await loadGazetteer(database.db);
  await loadSamples(database.db, {});
  const parts = {
    cached: () => cachedPages(say),
    uncached: () => uncachedHome(say),
    lists: () => lists(say),
    growth: () => growth(database.db, say),
    events: () => events(database.db, say),
    analytics: () => analyticsPage(database.db, say),
    search: () => searches(database, say, [2500, 100_000]),
    million: () => searches(database, say, [1_000_000]),
  };
  const asked = process.argv.slice(2);
  const isAsked = (name: string) => (asked.length === 0 ? name !== 'million' : asked.includes(name));
  for (const [name, part] of Object.entries(parts)) if (isAsked(name)) await part();
} finally {
  await database.close();
  await rm(folder, { recursive: true, force: true });
}
