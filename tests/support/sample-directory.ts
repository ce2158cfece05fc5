import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { loadSamples, type SamplesSummary } from '#server/site/seed/samples.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';
import type { TestDatabase } from './database.ts';
import { copyPreparedDatabase } from './prepared-database.ts';

/** How the samples of `createSampleDirectory` were loaded. */
interface SampleLoads {
  /** The result of each of two processes that started together. */
  results: (SamplesSummary | null)[];
  /** The keys that they invalidated, one list for each transaction. */
  invalidations: string[][];
}

/** Creates a database with the samples and few of the open business data, as `SAMPLE_DATA=few` makes it. */
export const createSampleDirectory = (): Promise<TestDatabase> =>
  copyPreparedDatabase('sample_directory', async (_, database) => {
    const renewals = await recordInvalidations(database);
    const load = () => loadSamples(database.db, { few: true });
    const loads: SampleLoads = {
      results: await Promise.all([load(), load()]),
      invalidations: await renewals.takeReceived(),
    };
    await renewals.close();
    writeFileSync(getLoadsPath(), JSON.stringify(loads));
  });

const getLoadsPath = () => join(inject('runFolder'), 'sample-loads.json');

/** How the samples were loaded, after `createSampleDirectory`. */
export const readSampleLoads = (): SampleLoads => JSON.parse(readFileSync(getLoadsPath(), 'utf8'));
