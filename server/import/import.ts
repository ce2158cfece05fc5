import { basename } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { DATA_FOLDER } from '../places/data-folder.ts';
import { openGazetteer } from '../places/gazetteer.ts';
import { ImportError, type ImportRow, type ReadOptions } from '../source-files/rows.ts';
import { inBatches, readAhead, readInOrder, resume } from './batches.ts';
import { createDeduplicator, type Deduplicator } from './matching/deduplicator.ts';
import { createPlaceMatcher, type PlaceMatcher } from './place-matcher.ts';
import { finishRefresh, markClosed } from './runs/closures.ts';
import { createInvalidation } from './runs/invalidation.ts';
import { withImportLock } from './runs/lock.ts';
import { recordSeen } from './runs/record.ts';
import { advanceRun, finishRun, startRun } from './runs/run.ts';
import { removeRun } from './runs/undo.ts';
import { readSourceDates } from './source-dates.ts';
import { readStreetZipCodes } from './street-zip-codes.ts';
import { addToSummary, type ImportSummary, type ImportWarning } from './summary.ts';
import { sourceKey, writeListings } from './write.ts';

/** How a file is imported. */
export interface ImportOptions extends ReadOptions {
  /** Counts what an import would do, and rolls it back. */
  dryRun?: boolean;
  /** Whether the file replaces an older one of its source: businesses that it lacks may have closed. */
  refresh?: boolean;
  /** How people know the file; by default its name on the disk. */
  name?: string;
  /** The account of the administrator who uploads the file. */
  account?: number;
  /** Called for every row that is skipped, corrected, merged or doubtful. */
  onWarning?: (warning: ImportWarning) => void;
  /** Called before the first row. `position` is the number of rows that were imported before the import was cut off. */
  onStart?: (run: { id: number | null; position: number }) => void;
  /** Called after each batch with the rows so far. An error that it throws stops the import, which can continue. */
  onBatch?: (rows: number) => void;
}

/** `importId` identifies the import when it is undone; null after a dry run. */
export type ImportResult = ImportSummary & { importId: number | null };

/**
 * Imports a file of businesses (see `readRows`), batch by batch: one that was cut off continues when the same file is imported
 * again with the same options. Rows are identified by source and id: importing the same file again changes nothing, and a changed
 * row updates its listing unless an account has claimed it (see `mergeFacts`). A file that is refused changes nothing.
 * See docs/decisions/0075-facts-have-a-source-and-a-date.md.
 * @throws {ImportError} when the file is refused
 */
export async function importFile(db: Kysely<DB>, path: string, options: ImportOptions = {}): Promise<ImportResult> {
  const placeMatcher = await openPlaceMatcher(db);
  if (options.category && !placeMatcher.gazetteer.categories.bySlug.has(options.category)) {
    throw new ImportError(`There is no category '${options.category}': see data/categories.csv.`);
  }
  return withImportLock(db, (connection) =>
    options.dryRun
      ? dryRun(connection, path, placeMatcher, options)
      : importBatches(connection, path, placeMatcher, options),
  );
}

async function importBatches(
  db: Kysely<DB>,
  path: string,
  placeMatcher: PlaceMatcher,
  options: ImportOptions,
): Promise<ImportResult> {
  const { mapping, source, date, category, refresh, name = basename(path), account = null, onWarning } = options;
  const { rows, isSorted } = await readInOrder(path, options);
  // A file that is refused at its beginning is no import.
  const first = await rows.next();
  const run = await startRun(
    db,
    { path, name },
    { mapping, source, date, category, refresh, ...(isSorted && { order: 'zip' }) },
    account,
  );
  options.onStart?.(run);
  const importId = run.id;
  const dates = await readSourceDates(db, date);
  const deduplicator = createDeduplicator({ placeMatcher, dates, importId, seen: run.seen, onWarning });
  const summary = Object.assign(deduplicator.startFile(), run.summary);
  const invalidation = createInvalidation();
  let { position } = run;
  try {
    for await (const { batch, results } of readAhead(inBatches(resume(first, rows, position), placeMatcher))) {
      await db.transaction().execute(async (trx) => {
        const accepted = await deduplicator.filterBatch(trx, batch, results);
        const target = { gazetteer: placeMatcher.gazetteer, dates, importId };
        const written = await writeListings(trx, target, 'import', accepted);
        addToSummary(summary, written);
        const keys = [...written.keys, ...(await deduplicator.recordMatches(trx, 'import'))];
        const closed = deduplicator.takeClosed();
        const listed = await recordSeen(trx, importId, withoutNew(batch, accepted, closed));
        keys.push(...(await markClosed(trx, { importId, dates }, { closed: closed.map(toSourceRow), listed })));
        position += batch.length;
        await advanceRun(trx, importId, position, summary);
        await invalidation.add(trx, keys);
      });
      options.onBatch?.(position);
    }
  } catch (error) {
    if (error instanceof ImportError) await removeRun(db, importId);
    throw error;
  }
  if (refresh) summary.refresh = await finishRefresh(db, { importId, dates });
  await finishRun(db, importId, summary, invalidation.takeKeys());
  return { ...summary, importId };
}

const toSourceRow = ({ fields }: ImportRow) => ({ source: fields.source, source_id: fields.id });

/** The rows that may be listings which were there before, except those that are closed. */
function withoutNew(batch: ImportRow[], accepted: Accepted, closed: ImportRow[]) {
  const added = new Set(accepted.flatMap(({ draft, existing }) => (existing ? [] : sourceKey(draft))));
  return batch
    .filter((row) => !closed.includes(row))
    .map(toSourceRow)
    .filter((row) => !added.has(sourceKey(row)));
}

type Accepted = Awaited<ReturnType<Deduplicator['filterBatch']>>;

/** In one transaction, because later rows are matched with earlier ones. Its listings are not indexed for search. */
async function dryRun(db: Kysely<DB>, path: string, placeMatcher: PlaceMatcher, options: ImportOptions) {
  const trx = await db.startTransaction().execute();
  try {
    await sql`set local import.dry_run = on`.execute(trx);
    const dates = await readSourceDates(trx, options.date);
    const deduplicator = createDeduplicator({ placeMatcher, dates, onWarning: options.onWarning });
    const summary = deduplicator.startFile();
    options.onStart?.({ id: null, position: 0 });
    const { rows } = await readInOrder(path, options);
    for await (const { batch, results } of readAhead(inBatches(rows, placeMatcher))) {
      const accepted = await deduplicator.filterBatch(trx, batch, results);
      addToSummary(summary, await writeListings(trx, { gazetteer: placeMatcher.gazetteer, dates }, 'import', accepted));
      await deduplicator.recordMatches(trx, 'import');
      options.onBatch?.(summary.read);
    }
    return { ...summary, importId: null };
  } finally {
    // If the connection is lost, the server rolls back by itself.
    await trx
      .rollback()
      .execute()
      .catch(() => {});
  }
}

/** Opens the gazetteer for matching places. */
export async function openPlaceMatcher(db: Kysely<DB>): Promise<PlaceMatcher> {
  return createPlaceMatcher(await openGazetteer(db), await readStreetZipCodes(DATA_FOLDER));
}
