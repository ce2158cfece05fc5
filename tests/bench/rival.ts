import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { GENERATOR, generate } from './generator.ts';
import type { Print } from './load.ts';
import { startProgram } from './program.ts';
import { listPublicPages } from './public-pages.ts';

/** Shopclass 6.1.0, requests a second, measured once with 5,098 listings on two cores; docs/performance.md says how. */
const RIVAL: Record<string, number> = { home: 133, category: 95, city: 99, search: 87, listing: 99, 'post form': 176 };

// So long that V8 has compiled what renders a page: the first 1.5 s of CPU time of each process are at a quarter of the speed.
const WARM_UP_SECONDS = 8;

/** Pages as visitors ask for them, from the cache and rendered: home and post form once for all who ask at the same time. */
export async function benchAgainstRival(db: Kysely<DB>, say: Print) {
  const pages = await listPublicPages(db);
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
      await generate({ ...asked, seconds: WARM_UP_SECONDS });
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
