import { openDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { unmergeRow } from './unmerge-row.ts';

// `npm run unmerge -- SOURCE ID`: lists a row that an import wrongly merged, whether or not the site is running.
try {
  const [source, id, ...more] = process.argv.slice(2);
  if (!source || !id || more.length > 0) throw new ImportError('Usage: npm run unmerge -- SOURCE ID');
  const { db, close } = await openDatabase(readEnv());
  try {
    const { name, listingId } = await unmergeRow(db, { source, id });
    console.log(`${name} has a listing of its own, and is no longer merged into listing ${listingId}.`);
  } finally {
    await close();
  }
} catch (error) {
  const expected = error instanceof ImportError || error instanceof StartupError || error instanceof InvalidEnvironment;
  if (!expected) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
