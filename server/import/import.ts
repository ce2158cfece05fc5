import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../db/schema.ts';
import { invalidate } from '../page-cache/invalidate.ts';
import { DATA_FOLDER } from '../places/data-folder.ts';
import { openGazetteer } from '../places/gazetteer.ts';
import { createDeduplicator } from './matching/deduplicator.ts';
import { createPlaceMatcher, type PlaceMatcher } from './place-matcher.ts';
import { readRows } from './reading/read-rows.ts';
import { ImportError, type ImportRow, type ReadOptions } from './rows.ts';
import { readSourceDates } from './source-dates.ts';
import { readStreetZipCodes } from './street-zip-codes.ts';
import { addToSummary, type ImportSummary, type ImportWarning } from './summary.ts';
import { writeListings } from './write.ts';

const BATCH = 500;
// Beyond this number of keys everything is invalidated, so no more need to be collected.
const MAX_KEYS = 1000;

/**
 * Imports a file of businesses (see `readRows`) in one transaction. Rows are identified by source and
 * id: importing the same file again changes nothing, and a changed row updates its listing unless an account has claimed
 * it. The surrogate keys of changed listings are invalidated at the commit.
 * @param options.dryRun rolls back at the end
 * @param options.date of the data, '2024-11'; see `readSourceDates`
 * @param options.onWarning called for every row that is skipped, corrected, merged or doubtful
 * @throws {ImportError} when the file is refused
 */
export async function importFile(
  db: Kysely<DB>,
  path: string,
  options: ReadOptions & { dryRun?: boolean; onWarning?: (warning: ImportWarning) => void } = {},
): Promise<ImportSummary> {
  const placeMatcher = await openPlaceMatcher(db);
  if (options.category && !placeMatcher.gazetteer.categories.bySlug.has(options.category)) {
    throw new ImportError(`There is no category '${options.category}': see data/categories.csv.`);
  }
  const trx = await db.startTransaction().execute();
  try {
    await lockImport(trx);
    const dates = await readSourceDates(trx, options.date);
    const deduplicator = createDeduplicator({ placeMatcher, dates, onWarning: options.onWarning });
    const summary = deduplicator.startFile();
    const keys = new Set<string>();
    for await (const rows of inBatches(readRows(path, options))) {
      const written = await writeListings(
        trx,
        { gazetteer: placeMatcher.gazetteer, dates },
        'import',
        await deduplicator.filterBatch(trx, rows),
      );
      addToSummary(summary, written);
      const takenOver = await deduplicator.recordMatches(trx, 'import');
      if (keys.size < MAX_KEYS) for (const key of [...written.keys, ...takenOver]) keys.add(key);
    }
    await invalidate(trx, keys);
    await (options.dryRun ? trx.rollback() : trx.commit()).execute();
    return summary;
  } catch (error) {
    // If the connection is lost, the server rolls back by itself.
    await trx
      .rollback()
      .execute()
      .catch(() => {});
    throw error;
  }
}

/** Opens the gazetteer for matching places. */
export async function openPlaceMatcher(db: Kysely<DB>): Promise<PlaceMatcher> {
  return createPlaceMatcher(await openGazetteer(db), await readStreetZipCodes(DATA_FOLDER));
}

/** Serializes imports: two concurrent imports of one file would both insert its rows. */
export async function lockImport(trx: Transaction<DB>) {
  // Waiting for another import may exceed the statement timeout.
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtext('import'))`.execute(trx);
}

async function* inBatches(rows: AsyncIterable<ImportRow>): AsyncGenerator<ImportRow[]> {
  let batch: ImportRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
