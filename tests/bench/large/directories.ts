import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '#server/platform/db/open.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { loadGazetteer } from '#server/site/seed/gazetteer.ts';
import { loadSamples } from '#server/site/seed/samples.ts';
import type { Print } from '#tests/bench/load.ts';
import { fillDirectory } from './fill-directory.ts';

/** A directory of a comparison: the same distribution in another size. */
export interface Directory {
  /** The number of listings that it was filled to. */
  listings: number;
  database: Database;
  /** The `DATA_DIR` of programs that use it. */
  dataDir: string;
}

/** A part of `npm run bench -- large`. */
export type LargePart = (directories: { small: Directory; large: Directory; say: Print }) => Promise<void>;

/**
 * Opens a directory with that many listings, filled if it is new, and closes it after the work.
 * @param folder where it stays for the next time; else it is temporary
 */
export async function withDirectory<T>(
  { listings, folder, say }: { listings: number; folder?: string; say: Print },
  work: (directory: Directory) => Promise<T>,
): Promise<T> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'bench-large-')));
  const database = await openDatabase({ ...readEnv(), DATA_DIR: dataDir, DATABASE_URL: undefined }, { progress: say });
  try {
    say(`A directory of ${listings} listings:`);
    await loadGazetteer(database.db);
    await loadSamples(database.db, { few: true });
    await fillDirectory(database, listings, say);
    return await work({ listings, database, dataDir });
  } finally {
    await database.close();
    if (folder === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}
