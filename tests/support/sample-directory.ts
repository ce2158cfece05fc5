import { loadSamples } from '#server/seed/samples.ts';
import type { TestDatabase } from './database.ts';
import { copyPreparedDatabase } from './prepared-database.ts';

/** Creates a database with the samples and few of the open business data, as `SAMPLE_DATA=few` makes it. */
export const createSampleDirectory = (): Promise<TestDatabase> =>
  copyPreparedDatabase('sample_directory', (db) => loadSamples(db, { few: true }));
