import { join } from 'node:path';
import type { Print } from '#tests/bench/load.ts';
import { benchLargeAdministration } from './administration.ts';
import { benchLargeBackup } from './backup.ts';
import { type LargePart, withDirectory } from './directories.ts';
import { benchImport } from './import.ts';
import { benchLargeLists } from './lists.ts';
import { benchLargeMemory } from './memory.ts';
import { benchMigrations } from './migrate.ts';
import { benchLargeSearch } from './search.ts';

/** What `npm run bench -- large` measures; one of them alone is `large-search`. */
const PARTS: Record<string, LargePart> = {
  search: benchLargeSearch,
  lists: benchLargeLists,
  administration: benchLargeAdministration,
  memory: benchLargeMemory,
  backup: benchLargeBackup,
};

const SIZES = { small: 12_000, large: 1_200_000 };

/**
 * Measures directories of 12,000 and of 1,200,000 listings with the same distribution.
 * Also imports a file of as many rows (`large-import`), and migrates as many (`large-migrate`).
 * @param asked `large` for all parts, or their names
 */
export async function benchLarge(say: Print, asked: string[]): Promise<void> {
  const parts = Object.entries(PARTS).filter(([name]) => asked.includes('large') || asked.includes(`large-${name}`));
  if (asked.includes('large') || asked.includes('large-import')) await benchImport(say);
  if (asked.includes('large') || asked.includes('large-migrate')) await benchMigrations(say);
  if (parts.length === 0) return;
  // Filling takes minutes: with BENCH_FOLDER the directories stay for the next run.
  const { BENCH_FOLDER: kept } = process.env;
  const open = (size: keyof typeof SIZES) => ({
    listings: SIZES[size],
    ...(kept && { folder: join(kept, size) }),
    say,
  });
  await withDirectory(open('small'), (small) =>
    withDirectory(open('large'), async (large) => {
      for (const [, part] of parts) await part({ small, large, say });
    }),
  );
}
