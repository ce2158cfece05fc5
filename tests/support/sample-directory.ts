import { loadSamples } from '#server/seed/samples.ts';
import type { TestDatabase } from './database.ts';
import { copyPreparedDatabase } from './prepared-database.ts';

/** Creates a database with the samples and the open business data, as the first start of the program makes it. */
export const createSampleDirectory = (): Promise<TestDatabase> =>
  copyPreparedDatabase('sample_directory', (db) => loadSamples(db));
