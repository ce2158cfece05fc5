import { join } from 'node:path';

/** The path of a file as other programs and people write it, with invented businesses. */
export const fixtureFile = (name: string): string => join(import.meta.dirname, '../fixtures/files', name);
