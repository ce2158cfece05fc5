import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../db/schema.ts';
import { invalidate } from '../page-cache/invalidate.ts';
import { DATA_FOLDER } from '../places/data-folder.ts';
import { openGazetteer } from '../places/gazetteer.ts';
import { type BusinessIndex, createBusinessIndex } from './duplicates.ts';
import { type ImportedListing, toImportedListing } from './listing.ts';
import { createPlaceMatcher, type PlaceMatcher, type RowNote } from './place-matcher.ts';
import { type ImportRow, readRows } from './rows.ts';
import { readStreetZipCodes } from './street-zip-codes.ts';
import { type ExistingListing, findExisting, sourceKey, writeListings } from './write.ts';

/** What an import did. `mends` and `skips` count rows by kind of reason; a row can be mended in several ways. */
export interface ImportSummary {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  /** Changed in the file, but claimed by an account and so left alone. */
  claimed: number;
  /** Rows that were mended, whatever became of them. */
  mended: number;
  skipped: number;
  mends: Record<string, number>;
  skips: Record<string, number>;
}

/** A row that was skipped or mended, and why. */
export interface ImportWarning {
  line: number;
  id: string;
  name: string;
  action: 'skipped' | 'mended';
  reason: string;
}

const BATCH = 500;
// More keys than a renewal names are a renewal of everything: no need to remember them all.
const MAX_KEYS = 1000;

/**
 * Imports a CSV file of the shape that `data/README.md` describes, in one transaction: all of it or nothing. A row is
 * known again by its source and id, so that the same file again changes nothing, and a changed one updates its listing
 * unless an account has claimed it. What changed is renewed on every page when it commits.
 * @param options.dryRun does everything and then undoes it
 * @param options.remark hears of every row that is skipped or mended
 * @param options.progress hears how many bytes of how many were read
 * @throws {CannotImport} when the file cannot be read as one
 */
export async function importFile(
  db: Kysely<DB>,
  path: string,
  options: {
    dryRun?: boolean;
    remark?: (remark: ImportWarning) => void;
    progress?: (bytes: number, total: number) => void;
  } = {},
): Promise<ImportSummary> {
  const placeMatcher = await openPlaceMatcher(db);
  const trx = await db.startTransaction().execute();
  try {
    await lockImport(trx);
    const deduplicator = createDeduplicator(placeMatcher, options.remark);
    const summary = deduplicator.begin();
    const keys = new Set<string>();
    for await (const rows of inBatches(readRows(path, options.progress))) {
      const written = await writeListings(trx, placeMatcher.gazetteer, 'import', await deduplicator.sift(trx, rows));
      addToSummary(summary, written);
      if (keys.size < MAX_KEYS) for (const key of written.keys) keys.add(key);
    }
    await invalidate(trx, keys);
    await (options.dryRun ? trx.rollback() : trx.commit()).execute();
    return summary;
  } catch (error) {
    // Where the connection is gone, the server has rolled back by itself.
    await trx
      .rollback()
      .execute()
      .catch(() => {});
    throw error;
  }
}

/** The gazetteer as placing needs it. */
export async function openPlaceMatcher(db: Kysely<DB>): Promise<PlaceMatcher> {
  return createPlaceMatcher(await openGazetteer(db), await readStreetZipCodes(DATA_FOLDER));
}

/** Lets one import at a time work: two of one file would both find its rows new. */
export async function lockImport(trx: Transaction<DB>) {
  // Waiting for another import may take longer than any statement.
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtext('import'))`.execute(trx);
}

/**
 * Reads rows as listings, batch by batch, leaving out what is no listing, what the file has twice, and what is in the
 * directory under another source.
 * @param onWarning hears of every row that is skipped or mended
 */
export function createDeduplicator(
  placeMatcher: PlaceMatcher,
  onWarning: (onWarning: ImportWarning) => void = () => {},
) {
  const businesses = createBusinessIndex();
  const seen = new Set<string>();
  let summary = emptySummary();
  /** Counts what follows in a summary of its own: another file begins. */
  const begin = () => {
    summary = emptySummary();
    return summary;
  };
  const warnings: ImportWarning[] = [];
  const skip = ({ line, fields }: ImportRow, { kind, text }: RowNote) => {
    summary.skipped++;
    incrementCounts(summary.skips, [kind]);
    warnings.push({ line, id: fields.id, name: fields.name, action: 'skipped', reason: text });
  };
  const sift = async (trx: Transaction<DB>, rows: ImportRow[]) => {
    summary.read += rows.length;
    const readings = rows.flatMap((row) => {
      const reading = toImportedListing(placeMatcher, row);
      if ('draft' in reading) return [{ row, ...reading }];
      skip(row, reading.skip);
      return [];
    });
    const existing = await findExisting(
      trx,
      readings.map(({ draft: { source, source_id } }) => ({ source, source_id })),
    );
    await businesses.loadZipCodes(
      trx,
      readings.map(({ draft }) => draft.zip),
    );
    const sound = readings.flatMap(({ row, draft, mends }) => {
      const known = existing.get(sourceKey(draft));
      const refusal = findDuplicateReason(businesses, seen, draft, known);
      if (refusal) {
        skip(row, refusal);
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
    for (const said of warnings.splice(0).sort((a, b) => a.line - b.line)) onWarning(said);
    return sound;
  };
  return { begin, sift };
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

/** Adds what was written to the summary. */
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
