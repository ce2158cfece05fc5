import { basename } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import { createKindCounts } from '#server/import/categories/kind-counts.ts';
import { openKinds } from '#server/import/categories/kinds.ts';
import { findOverruled, type ReplacedFacts, toWarnings } from '#server/import/facts/replaced-facts.ts';
import { createDeduplicator, type Deduplicator, type MatchedBatch } from '#server/import/matching/deduplicator.ts';
import { withDryRunRows } from '#server/import/matching/dry-run-rows.ts';
import { recordMatches } from '#server/import/matching/merged-rows.ts';
import { createPlaceMatcher, type PlaceMatcher } from '#server/import/placement/place-matcher.ts';
import { readStreetZipCodes } from '#server/import/placement/street-zip-codes.ts';
import { countClosed, finishRefresh, markClosed } from '#server/import/runs/closures.ts';
import { withDryRefresh } from '#server/import/runs/dry-refresh.ts';
import { createInvalidation } from '#server/import/runs/invalidation.ts';
import { withImportLock, writeTransaction } from '#server/import/runs/lock.ts';
import { recordSeen } from '#server/import/runs/record.ts';
import { advanceRun, finishRun, startRun } from '#server/import/runs/run.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { ImportError, type ImportRow, type ReadOptions } from '#server/source-files/rows.ts';
import { inBatches, overlap, readAhead, readInOrder, resume } from './batches.ts';
import { readSourceDates } from './source-dates.ts';
import { addToSummary, emptySummary, type ImportSummary, type ImportWarning } from './summary.ts';
import {
  countUpdates,
  findListingNumbers,
  insertListings,
  sourceKey,
  updateListings,
  type WriteTarget,
} from './write.ts';

/** How a file is imported. */
export interface ImportOptions extends ReadOptions {
  /** Counts what an import would do, and rolls it back. */
  dryRun?: boolean;
  /** Whether the file replaces an older one of its source: businesses that it lacks may have closed. */
  refresh?: boolean;
  /** How people know the file; by default its name on the disk. */
  name?: string;
  /** The slugs of the categories that were chosen for kinds of business in the words of the file. */
  kinds?: Record<string, string>;
  /** What its listings are: those of a file of `data/` go with the samples. By default an import's. */
  origin?: 'import' | 'open-data';
  /** The account of the administrator who uploads the file. */
  account?: number;
  /** Called for every row that is skipped, corrected, merged or doubtful, with the number of its listing if there is one. */
  onWarning?: (warning: ImportWarning, listing?: number) => void;
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
 * row updates its listing unless an account has claimed it (see `mergeFacts`). Nothing is written before the whole file was read: one that is
 * refused changes nothing.
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
      : importBatches(db, connection, path, placeMatcher, options),
  );
}

/**
 * Matches each batch while the two before it are written by other connections (docs/decisions/0081-large-imports-are-sorted-by-zip-code.md).
 * @param connection of the lock, which reads
 */
async function importBatches(
  db: Kysely<DB>,
  connection: Kysely<DB>,
  path: string,
  placeMatcher: PlaceMatcher,
  options: ImportOptions,
): Promise<ImportResult> {
  const {
    mapping,
    source,
    date,
    category,
    kinds,
    refresh,
    swapPoints,
    name = basename(path),
    origin = 'import',
    account = null,
  } = options;
  const { rows: unassigned, isSorted, survey, getDates } = await readInOrder(path, options);
  const chosen = await openKinds(connection, kinds);
  const rows = chosen.assign(unassigned);
  // A file that is refused is no import: its last row is read before the first one is here.
  const first = await rows.next();
  const run = await startRun(
    connection,
    { path, name },
    {
      ...{ mapping, source, date, category, kinds, refresh },
      ...(swapPoints && { swapPoints }),
      ...(isSorted && { order: 'zip' }),
    },
    account,
  );
  options.onStart?.(run);
  const importId = run.id;
  const dates = await readSourceDates(connection, date);
  const target = { gazetteer: placeMatcher.gazetteer, dates, importId, origin };
  const deduplicator = createDeduplicator({ placeMatcher, dates, seen: run.seen });
  const summary = Object.assign(emptySummary(), run.summary);
  const invalidation = createInvalidation();
  let { position } = run;
  const read = inBatches(resume(first, rows, position), placeMatcher, getDates);
  const batches = matchBatches(connection, deduplicator, read);
  await overlap(readAhead(batches), async (batch, former) => {
    batch.startWriting();
    await writeTransaction(db, async (trx) => {
      const inserted = await insertListings(trx, target, origin, batch.added);
      // Batches are committed in the order of the file, and change listings in that order.
      await former;
      const { keys, ...counts } = await recordBatch(trx, target, batch);
      for (const counted of [batch.summary, { added: inserted.added }, counts]) addToSummary(summary, counted);
      const to = position + batch.rows.length;
      await advanceRun(trx, importId, { from: position, to }, summary);
      position = to;
      await invalidation.add(trx, [...inserted.keys, ...keys]);
      await warn(trx, batch, options);
    });
    batch.forget();
    options.onBatch?.(position);
  });
  summary.swappedPoints = survey.getSwapped();
  if (refresh) summary.refresh = await finishRefresh(connection, { importId, dates });
  await chosen.remember(connection);
  await finishRun(connection, importId, summary, invalidation.takeKeys());
  return { ...summary, importId };
}

async function* matchBatches(db: Kysely<DB>, deduplicator: Deduplicator, batches: ReturnType<typeof inBatches>) {
  for await (const { batch, results } of readAhead(batches)) yield deduplicator.matchBatch(db, batch, results);
}

/** Updates listings by the rows of a batch whose new listings are inserted. */
async function recordBatch(
  trx: Transaction<DB>,
  target: WriteTarget & { importId: number; origin: 'import' | 'open-data' },
  batch: MatchedBatch,
) {
  const { importId, dates, origin } = target;
  const { keys, replaced, ...counts } = await updateListings(trx, target, batch.known);
  addReplaced(batch, replaced);
  keys.push(...(await recordMatches(trx, target, origin, batch.matches)));
  addReplaced(
    batch,
    batch.matches.flatMap(({ draft, taken = {} }) => findOverruled(draft, taken)),
  );
  const seen = toSeenRows(batch);
  const listed = await recordSeen(trx, importId, seen.filter(isOfSource).map(toSourceRow));
  // A row of our own export says that we list it, and not that its source does.
  await recordSeen(trx, importId, seen.filter((row) => !isOfSource(row)).map(toSourceRow));
  const marks = await markClosed(trx, { importId, dates }, { closed: batch.closed.map(toSourceRow), listed });
  return { ...counts, closures: marks.closures, keys: [...keys, ...marks.keys] };
}

/** Adds to the report of a batch which facts its rows replace. */
function addReplaced({ rows, warnings }: MatchedBatch, replaced: ReplacedFacts[]) {
  if (replaced.length === 0) return;
  const byKey = new Map(rows.map((row) => [sourceKey(toSourceRow(row)), { line: row.line, name: row.fields.name }]));
  warnings.push(...toWarnings(replaced, (row) => byKey.get(sourceKey(row))));
  warnings.sort((a, b) => a.line - b.line);
}

async function warn(db: Kysely<DB>, { warnings, rows }: MatchedBatch, { onWarning }: ImportOptions) {
  if (!onWarning || warnings.length === 0) return;
  const lines = new Set(warnings.map(({ line }) => line));
  const listings = await findListingNumbers(
    db,
    rows.filter(({ line }) => lines.has(line)).map((row) => ({ line: row.line, ...toSourceRow(row) })),
  );
  for (const warning of warnings) onWarning(warning, listings.get(warning.line));
}

const isOfSource = ({ exported }: ImportRow) => exported === undefined;

const toSourceRow = ({ fields }: ImportRow) => ({ source: fields.source, source_id: fields.id });

/** The rows that may be listings which were there before, except those that are closed. */
function toSeenRows({ rows, added, closed }: MatchedBatch) {
  const addedKeys = new Set(added.map(sourceKey));
  const closedRows = new Set(closed);
  return rows.filter((row) => !closedRows.has(row)).filter((row) => !addedKeys.has(sourceKey(toSourceRow(row))));
}

/** Matches rows with each other, too, but writes only what it needs for that. What an update would give other rows to match with is left out. */
const dryRun = (db: Kysely<DB>, path: string, placeMatcher: PlaceMatcher, options: ImportOptions) =>
  withDryRunRows(db, (dryRunRows) =>
    withDryRefresh(db, async (dryRefresh): Promise<ImportResult> => {
      const dates = await readSourceDates(db, options.date);
      const deduplicator = createDeduplicator({ placeMatcher, dates, dryRunRows });
      const summary = emptySummary();
      options.onStart?.({ id: null, position: 0 });
      const { rows, survey, getDates } = await readInOrder(path, options);
      const kinds = createKindCounts(placeMatcher.gazetteer);
      const assigned = (await openKinds(db, options.kinds)).assign(rows);
      for await (const batch of matchBatches(
        db,
        deduplicator,
        inBatches(assigned, placeMatcher, getDates, kinds.add),
      )) {
        const { replaced, ...updates } = await countUpdates(db, dates, batch.known);
        addReplaced(batch, replaced);
        const closures = await countClosed(db, batch.closed.map(toSourceRow));
        for (const counted of [batch.summary, { added: batch.added.length, closures }, updates]) {
          addToSummary(summary, counted);
        }
        if (options.refresh) await dryRefresh.add({ seen: toSeenRows(batch).map(toSourceRow), added: batch.added });
        await warn(db, batch, options);
        options.onBatch?.(summary.read);
      }
      if (options.refresh) summary.refresh = await dryRefresh.finish();
      return { ...summary, swappedPoints: survey.getSwapped(), kinds: kinds.list(), importId: null };
    }),
  );

/** Opens the gazetteer for matching places. */
export async function openPlaceMatcher(db: Kysely<DB>): Promise<PlaceMatcher> {
  return createPlaceMatcher(await openGazetteer(db), await readStreetZipCodes(DATA_FOLDER));
}
