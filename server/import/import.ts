import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../db/schema.ts';
import { invalidate } from '../page-cache/invalidate.ts';
import { DATA_FOLDER } from '../places/data-folder.ts';
import { openGazetteer } from '../places/gazetteer.ts';
import { type BusinessIndex, createBusinessIndex } from './duplicates.ts';
import { type ImportedListing, toImportedListing } from './listing.ts';
import { createPlaceMatcher, type PlaceMatcher } from './place-matcher.ts';
import { readRows } from './reading/read-rows.ts';
import { ImportError, type ImportRow, type ReadOptions, type RowNote } from './rows.ts';
import { readSourceDates } from './source-dates.ts';
import { readStreetZipCodes } from './street-zip-codes.ts';
import { type ExistingListing, findExisting, sourceKey, writeListings } from './write.ts';

/** The result of an import. `mends` and `skips` count rows by kind of reason; a row can be corrected in several ways. */
export interface ImportSummary {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  /** Changed in the file, but claimed by an account and therefore not updated. */
  claimed: number;
  /** Corrected rows, whether or not they changed a listing. */
  mended: number;
  skipped: number;
  mends: Record<string, number>;
  skips: Record<string, number>;
}

/** A row that was skipped or corrected, and the reason. */
export interface ImportWarning {
  line: number;
  id: string;
  name: string;
  action: 'skipped' | 'mended';
  reason: string;
}

const BATCH = 500;
// Beyond this number of keys everything is invalidated, so no more need to be collected.
const MAX_KEYS = 1000;

/**
 * Imports a file of businesses (see `readRows`) in one transaction. Rows are identified by source and
 * id: importing the same file again changes nothing, and a changed row updates its listing unless an account has claimed
 * it. The surrogate keys of changed listings are invalidated at the commit.
 * @param options.dryRun rolls back at the end
 * @param options.date of the data, '2024-11'; see `readSourceDates`
 * @param options.onWarning called for every row that is skipped or corrected
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
    const deduplicator = createDeduplicator(placeMatcher, options.onWarning);
    const summary = deduplicator.startFile();
    const dates = await readSourceDates(trx, options.date);
    const keys = new Set<string>();
    for await (const rows of inBatches(readRows(path, options))) {
      const written = await writeListings(
        trx,
        { gazetteer: placeMatcher.gazetteer, dates },
        'import',
        await deduplicator.filterBatch(trx, rows),
      );
      addToSummary(summary, written);
      if (keys.size < MAX_KEYS) for (const key of written.keys) keys.add(key);
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

/**
 * Converts rows to listings, batch by batch. Skips rows that are no listing, that repeat an earlier row, or whose business is
 * in the directory under another source.
 * @param onWarning called for every row that is skipped or corrected
 */
export function createDeduplicator(placeMatcher: PlaceMatcher, onWarning: (warning: ImportWarning) => void = () => {}) {
  const businesses = createBusinessIndex();
  const seen = new Set<string>();
  let summary = emptySummary();
  /** Begins another file, with a summary of its own. */
  const startFile = () => {
    summary = emptySummary();
    return summary;
  };
  const warnings: ImportWarning[] = [];
  const skip = ({ line, fields }: ImportRow, { kind, text }: RowNote) => {
    summary.skipped++;
    incrementCounts(summary.skips, [kind]);
    warnings.push({ line, id: fields.id, name: fields.name, action: 'skipped', reason: text });
  };
  const filterBatch = async (trx: Transaction<DB>, rows: ImportRow[]) => {
    summary.read += rows.length;
    const converted = rows.flatMap((row) => {
      const result = toImportedListing(placeMatcher, row);
      if ('draft' in result) return [{ row, ...result }];
      skip(row, result.skip);
      return [];
    });
    const existing = await findExisting(
      trx,
      converted.map(({ draft: { source, source_id } }) => ({ source, source_id })),
    );
    await businesses.loadZipCodes(
      trx,
      converted.map(({ draft }) => draft.zip),
    );
    const accepted = converted.flatMap(({ row, draft, mends }) => {
      const known = existing.get(sourceKey(draft));
      const duplicate = findDuplicateReason(businesses, seen, draft, known);
      if (duplicate) {
        skip(row, duplicate);
        return [];
      }
      if (mends.length > 0) {
        summary.mended++;
        incrementCounts(summary.mends, new Set(mends.map(({ kind }) => kind)));
        const reason = mends.map(({ text }) => text).join('; ');
        warnings.push({ line: row.line, id: row.fields.id, name: row.fields.name, action: 'mended', reason });
      }
      return [{ draft, existing: known }];
    });
    for (const warning of warnings.splice(0).sort((a, b) => a.line - b.line)) onWarning(warning);
    return accepted;
  };
  return { startFile, filterBatch };
}

const emptySummary = (): ImportSummary => ({
  ...{ read: 0, added: 0, updated: 0, unchanged: 0, claimed: 0, mended: 0, skipped: 0 },
  ...{ mends: {}, skips: {} },
});

function findDuplicateReason(
  businesses: BusinessIndex,
  seen: Set<string>,
  draft: ImportedListing,
  existing?: ExistingListing,
): RowNote | null {
  const key = sourceKey(draft);
  if (seen.has(key)) return { kind: 'repeated', text: 'an earlier row has the same id' };
  seen.add(key);
  if (existing) return null;
  const duplicate = businesses.findDuplicate(draft);
  if (duplicate) return { kind: 'duplicate', text: `the same business as '${duplicate}' in ${draft.zip}` };
  businesses.add(draft);
  return null;
}

function incrementCounts(counts: Record<string, number>, kinds: Iterable<string>) {
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
}

/** Adds the counts of a written batch to the summary. */
export function addToSummary(
  summary: ImportSummary,
  written: Pick<ImportSummary, 'added' | 'updated' | 'unchanged' | 'claimed'>,
) {
  summary.added += written.added;
  summary.updated += written.updated;
  summary.unchanged += written.unchanged;
  summary.claimed += written.claimed;
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
