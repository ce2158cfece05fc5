import type { Kysely } from 'kysely';
import { OTHER_LANGUAGES, toLocalPath } from '#contract/i18n/languages.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { formatShare } from './generator.ts';
import { compare, type LoadResult, type Print, startServer } from './load.ts';
import { listPublicPages } from './public-pages.ts';

const MAX_COST = 1.1;

/** Pages of each other language beside those in English, from the cache and rendered for each request, in turns. */
export async function benchLanguages(db: Kysely<DB>, say: Print, length: { rounds?: number; seconds?: number } = {}) {
  const pages = await listPublicPages(db);
  const caching = { cached: true, uncached: false };
  say(`\npages in other languages, in gzip, one process (bar: ${MAX_COST} times the CPU time of those in English)`);
  say('  page                    English/s   ours/s  ratio  µs CPU English     ours  ratio  not 2xx');
  for (const [kind, pageCache] of Object.entries(caching)) {
    const site = await startServer({ kind: 'site', pageCache, apiCache: true });
    for (const language of OTHER_LANGUAGES)
      for (const [page, paths] of Object.entries(pages)) {
        const inLanguages = [paths, paths.map((path) => toLocalPath(path, language))];
        const sides = inLanguages.map((path) => ({ side: site, path, headers: { 'accept-encoding': 'gzip' } }));
        const [english, own] = (await compare(sides, length)) as [LoadResult, LoadResult];
        say(`  ${`${page}, ${kind}, ${language}`.padEnd(22)} ${formatRatios(english, own)}`);
      }
    await site.stop();
  }
}

function formatRatios(english: LoadResult, own: LoadResult): string {
  const cost = own.cpuMicros / english.cpuMicros;
  const cells = [
    ...[english.perSecond, own.perSecond].map((rate) => rate.toFixed(0)),
    (own.perSecond / english.perSecond).toFixed(2),
    ...[english.cpuMicros, own.cpuMicros].map((micros) => micros.toFixed(1)),
    cost.toFixed(2),
    formatShare(own.otherShare),
  ].map((cell, index) => cell.padStart([10, 8, 6, 15, 8, 6, 8][index] as number));
  return cost > MAX_COST ? `${cells.join(' ')}  missed` : cells.join(' ');
}
