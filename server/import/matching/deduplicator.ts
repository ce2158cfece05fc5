import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { ImportRow, RowNote } from '../../source-files/rows.ts';
import { type ImportedListing, type RowResult, toImportedListing } from '../listing.ts';
import type { PlaceMatcher } from '../place-matcher.ts';
import type { SourceDates } from '../source-dates.ts';
import { emptySummary, type ImportSummary, type ImportWarning } from '../summary.ts';
import { type ExistingListing, findExisting, sourceKey } from '../write.ts';
import { createMatcher, type Match } from './match-batch.ts';
import { findMergedRows, recordMatches } from './merged-rows.ts';
import { takeFacts, toSourced } from './take-facts.ts';

/** Converts the rows of an import to listings, batch by batch. */
export interface Deduplicator {
  /** Begins another file, with a summary of its own. */
  startFile(): ImportSummary;
  /**
   * Skips rows that are no listing or repeat an id, and merges those whose business is in the directory or in an earlier row.
   * @param results of `toImportedListing` for these rows
   * @returns the rows to be written
   */
  filterBatch(
    trx: Transaction<DB>,
    rows: ImportRow[],
    results?: RowResult[],
  ): Promise<{ draft: ImportedListing; existing?: ExistingListing }[]>;
  /**
   * Stores the matches of the batches since the last call, after their rows were written.
   * @returns the surrogate keys of the listings that took over facts
   */
  recordMatches(trx: Transaction<DB>, origin: 'import' | 'open-data'): Promise<string[]>;
  /** The rows since the last call that the source says are closed. */
  takeClosed(): ImportRow[];
}

/**
 * See docs/decisions/0073-one-place-one-listing.md.
 * @param seen the `sourceKey`s of the rows that an import took before it was cut off
 * @param onWarning called for every row that is skipped, corrected, merged or doubtful
 */
export function createDeduplicator({
  placeMatcher,
  dates,
  importId,
  seen = new Set(),
  onWarning = () => {},
}: {
  placeMatcher: PlaceMatcher;
  dates: SourceDates;
  importId?: number;
  seen?: Set<string>;
  onWarning?: (warning: ImportWarning) => void;
}): Deduplicator {
  const matcher = createMatcher(placeMatcher.gazetteer);
  const closed: ImportRow[] = [];
  let summary = emptySummary();
  let unwritten: ImportedListing[] = [];
  let matches: Match[] = [];
  const warnings: ImportWarning[] = [];
  const warn = ({ line, fields }: ImportRow, warning: Pick<ImportWarning, 'action' | 'reason' | 'match'>) =>
    warnings.push({ line, id: fields.id, name: fields.name, ...warning });
  const skip = (row: ImportRow, { kind, text, isOnlyCounted }: RowNote) => {
    summary.skipped++;
    incrementCounts(summary.skips, [kind]);
    if (kind === 'closed') closed.push(row);
    if (!isOnlyCounted) warn(row, { action: 'skipped', reason: text });
  };
  return {
    startFile() {
      summary = emptySummary();
      return summary;
    },
    async filterBatch(trx, rows, results = rows.map((row) => toImportedListing(placeMatcher, row))) {
      summary.read += rows.length;
      const converted = rows.flatMap((row, index) => {
        const result = results[index] as RowResult;
        if ('skip' in result) skip(row, result.skip);
        else if (seen.has(sourceKey(result.draft))) skip(row, REPEATED);
        else {
          seen.add(sourceKey(result.draft));
          return [{ row, ...result }];
        }
        return [];
      });
      const drafts = converted.map(({ draft }) => draft);
      const existing = await findExisting(trx, drafts);
      const merged = await findMergedRows(trx, drafts);
      const isNew = (draft: ImportedListing) => !existing.has(sourceKey(draft)) && !merged.has(sourceKey(draft));
      const newDrafts = drafts.filter(isNew);
      const found = await matcher.matchBatch(trx, unwritten, newDrafts);
      const matchOf = new Map(newDrafts.map((draft, index) => [draft, found[index] ?? null]));

      const accepted = converted.flatMap(({ row, draft, mends }) => {
        const before = merged.get(sourceKey(draft));
        if (before) {
          summary.merged++;
          warn(row, { action: 'merged', reason: 'merged by an earlier import', match: before });
          return [];
        }
        const match = matchOf.get(draft);
        if (match) {
          matches.push(match);
          warn(row, describeMatch(match));
          if (match.verdict === 'same') {
            summary.merged++;
            if ('row' in match.target) {
              match.taken = takeFacts(
                Object.assign(match.target.row, { facts: match.target.row.facts ?? {} }),
                toSourced(draft, dates),
                dates,
              );
            }
            return [];
          }
          summary.doubtful++;
        }
        if (mends.length > 0) {
          summary.mended++;
          incrementCounts(summary.mends, new Set(mends.map(({ kind }) => kind)));
          warn(row, { action: 'mended', reason: mends.map(({ text }) => text).join('; ') });
        }
        return [{ draft, existing: existing.get(sourceKey(draft)) }];
      });
      for (const { draft, existing } of accepted) if (!existing) unwritten.push(draft);
      for (const warning of warnings.splice(0).sort((a, b) => a.line - b.line)) onWarning(warning);
      return accepted;
    },
    async recordMatches(trx, origin) {
      const keys = await recordMatches(trx, { dates, importId }, origin, matches);
      unwritten = [];
      matches = [];
      return keys;
    },
    takeClosed: () => closed.splice(0),
  };
}

const REPEATED: RowNote = { kind: 'repeated', text: 'an earlier row has the same id' };

function describeMatch({ verdict, target, score }: Match): Pick<ImportWarning, 'action' | 'reason' | 'match'> {
  const points = Math.round(score * 10) / 10;
  const other = 'listing' in target ? target.listing : target.row;
  return {
    action: verdict === 'same' ? 'merged' : 'doubtful',
    reason: verdict === 'same' ? `the same business (${points} points)` : `may be the same business (${points} points)`,
    match: {
      id: 'listing' in target ? String(target.listing.id) : target.row.source_id,
      name: other.business_name,
      address: [other.address, other.city, other.zip].filter(Boolean).join(', '),
    },
  };
}

function incrementCounts(counts: Record<string, number>, kinds: Iterable<string>) {
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
}
