import { setPriority } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { formatImport, formatUndo, listImports } from '#server/import/runs/list.ts';
import { createProgressBar } from '#server/import/runs/progress-bar.ts';
import { undoImport } from '#server/import/runs/undo.ts';
import { keepReport } from '#server/import/uploads/files.ts';
import { rememberFile, withRememberedOptions } from '#server/import/uploads/mappings.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { loadGazetteer } from '#server/site/seed/gazetteer.ts';
import { formatMapping } from '#server/source-files/column-mapping.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { type FileArguments, parseArguments } from './arguments.ts';
import { assertDated } from './file-dates.ts';
import { importFile } from './import.ts';
import { formatSummary, openReport } from './report.ts';

// Requests come first.
const PRIORITY = 13;

// `npm run import`: imports a file of businesses, lists imports or undoes one, whether or not the site is running.
try {
  await run(parseArguments(process.argv.slice(2)));
} catch (error) {
  const expected = error instanceof ImportError || error instanceof StartupError || error instanceof InvalidEnvironment;
  if (!expected) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(asked: ReturnType<typeof parseArguments>) {
  const env = readEnv();
  const { db, close } = await openDatabase(env, { isBackground: true });
  // After the start of the embedded server, which may serve the site later.
  setPriority(PRIORITY);
  await loadGazetteer(db);
  try {
    if ('list' in asked) for (const run of await listImports(db)) console.log(formatImport(run));
    else if ('undo' in asked) console.log(formatUndo(asked.undo, await undoImport(db, asked.undo)));
    else await importAndReport(db, await withRememberedOptions(db, asked), join(env.DATA_DIR, 'imports'));
  } finally {
    await close();
  }
}

/** @param folder where reports are kept for the administrator's page */
async function importAndReport(db: Kysely<DB>, { file, isDateStated, ...options }: FileArguments, folder: string) {
  if (!isDateStated) await assertDated(db, file, options);
  if (options.mapping) console.log(`Columns: ${formatMapping(options.mapping)}`);
  const report = await openReport(resolve(`${basename(file)}.report.csv`));
  const progress = createProgressBar('Read');
  // Also of an import that is cut off: it continues.
  let keep = true;
  let finishedId: number | null = null;
  try {
    const started = performance.now();
    let format = '';
    const { importId, ...summary } = await importFile(db, file, {
      ...options,
      onWarning: report.add,
      progress: progress.show,
      onFormat: (description) => {
        format = description;
      },
      onStart: ({ id, position }) => {
        if (position > 0) console.log(`Import ${id} continues after ${position} rows.`);
        report.start({ append: position > 0 });
      },
    });
    finishedId = importId;
    if (!options.dryRun) await rememberFile(db, file, options);
    progress.stop();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${file}, ${seconds} s${options.dryRun ? ', dry run: nothing was changed' : ''}`);
    console.log(`  ${format}`);
    for (const line of formatSummary(summary)) console.log(line);
    console.log(`Every row that was skipped, merged, doubtful or mended: ${report.path}`);
    if (importId !== null) console.log(`This was import ${importId}. To undo it: npm run import -- --undo ${importId}`);
  } catch (error) {
    keep = !(error instanceof ImportError);
    throw error;
  } finally {
    progress.stop();
    await report.close({ keep });
    if (finishedId !== null) await keepReport(folder, finishedId, report.path);
  }
}
