import type { Kysely } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { convertRow } from '#server/import/convert-row.ts';
import { createKeySet, type KeySet } from '#server/import/key-set.ts';
import type { ImportedListing, RowResult } from '#server/import/listing.ts';
import type { PlaceMatcher } from '#server/import/placement/place-matcher.ts';
import type { SourceDates } from '#server/import/source-dates.ts';
import { emptySummary, type ImportSummary, type ImportWarning } from '#server/import/summary.ts';
import { findExported, findListed, sourceKey } from '#server/import/write.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { ImportRow, RowNote } from '#server/source-files/rows.ts';
import type { DryRunRows } from './dry-run-rows.ts';
import { createMatcher, type Match } from './match-batch.ts';
import { findMergedRows } from './merged-rows.ts';
import { questionNewNames } from './renamed-matches.ts';
import { takeFacts, toSourced } from './take-facts.ts';

/** A batch of rows as an import will write it. */
export interface MatchedBatch {
  rows: ImportRow[];
  /** What became of its rows, but for what is counted when they are written. */
  summary: ImportSummary;
  warnings: ImportWarning[];
  /** The rows that the source says are closed. */
  closed: ImportRow[];
  /** The rows that become new listings. */
  added: ImportedListing[];
  /** The rows that an earlier import listed. */
  known: ImportedListing[];
  matches: Match[];
  /** From now on its rows take over no facts of other rows. */
  startWriting(): void;
  /** Called when the directory shows the batch. */
  forget(): void;
}

/** Converts the rows of an import to listings, batch by batch. */
export interface Deduplicator {
  /**
   * Skips rows that are no listing or repeat an id, and merges those whose business is in the directory or in an earlier row.
   * @param results of `convertRow` for these rows
   */
  matchBatch(db: Kysely<DB>, rows: ImportRow[], results?: RowResult[]): Promise<MatchedBatch>;
}

/**
 * See docs/decisions/0073-one-place-one-listing.md.
 * @param seen the `sourceKey`s of the rows that an import took before it was cut off
 * @param dryRunRows where the rows are that nobody writes
 */
export function createDeduplicator({
  placeMatcher,
  dates,
  seen = createKeySet(),
  dryRunRows,
}: {
  placeMatcher: PlaceMatcher;
  dates: SourceDates;
  seen?: KeySet;
  dryRunRows?: DryRunRows;
}): Deduplicator {
  const matcher = createMatcher(placeMatcher.gazetteer, dryRunRows);
  return {
    async matchBatch(db, rows, results = rows.map((row) => convertRow(placeMatcher, row))) {
      const summary = emptySummary();
      summary.read = rows.length;
      const warnings: ImportWarning[] = [];
      const closed: ImportRow[] = [];
      const warn = ({ line, fields }: ImportRow, warning: Pick<ImportWarning, 'action' | 'reason' | 'match'>) =>
        warnings.push({ line, id: fields.id, name: fields.name, ...warning });
      const skip = (row: ImportRow, { kind, text, isOnlyCounted }: RowNote) => {
        summary.skipped++;
        incrementCounts(summary.skips, [kind]);
        if (kind === 'closed') closed.push(row);
        if (!isOnlyCounted) warn(row, { action: 'skipped', reason: text });
      };
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
      const listed = await findListed(db, drafts);
      const merged = await findMergedRows(db, drafts);
      const exported = await findExported(db, drafts);
      const isNew = (draft: ImportedListing) =>
        [listed, merged, exported].every((known) => !known.has(sourceKey(draft)));
      const newDrafts = drafts.filter(isNew);
      const { matches, batch, settle } = await matcher.matchBatch(db, newDrafts);
      const found = matches.map((match) => (match && isOfSameExport(match, seen) ? null : match));
      await questionNewNames(db, found, dates);
      const matchOf = new Map(newDrafts.map((draft, index) => [draft, found[index] ?? null]));

      const accepted = converted.flatMap(({ row, draft, mends }) => {
        if (exported.has(sourceKey(draft))) {
          summary.unchanged++;
          return [];
        }
        const before = merged.get(sourceKey(draft));
        if (before) {
          summary.unchanged++;
          warn(row, { action: 'merged', reason: t('merged by an earlier import'), match: before });
          return [];
        }
        const match = matchOf.get(draft);
        if (match) {
          warn(row, describeMatch(match));
          if (match.verdict === 'same') {
            summary.merged++;
            takeFactsBeforeWriting(match, dates);
            return [];
          }
          summary.doubtful++;
        }
        if (mends.length > 0) {
          summary.mended++;
          incrementCounts(summary.mends, new Set(mends.map(({ kind }) => kind)));
          warn(row, { action: 'mended', reason: mends.map(({ text }) => text).join('; ') });
        }
        return [draft];
      });
      await settle();
      return {
        rows,
        summary,
        warnings: warnings.sort((a, b) => a.line - b.line),
        closed,
        added: accepted.filter((draft) => !listed.has(sourceKey(draft))),
        known: accepted.filter((draft) => listed.has(sourceKey(draft))),
        matches: found.filter((match) => match !== null),
        startWriting() {
          batch.isWritten = true;
        },
        forget: () => matcher.forget(batch),
      };
    },
  };
}

const REPEATED: RowNote = {
  kind: 'repeated',
  get text() {
    return t('an earlier row has the same id');
  },
};

/** Whether two rows are of one export of our listings: those that it has twice are two. */
function isOfSameExport({ draft, target }: Match, seen: KeySet) {
  if (draft.exportedId === undefined) return false;
  const { source, source_id } = 'row' in target ? target.row.draft : target.listing;
  return source !== null && source_id !== null && seen.has(sourceKey({ source, source_id }));
}

/** A row that is not written yet takes over what it lacks. */
function takeFactsBeforeWriting(match: Match, dates: SourceDates) {
  const { target, draft } = match;
  if (!('row' in target) || target.row.batch.isWritten) return;
  const kept = target.row.draft;
  const facts = { facts: kept.facts ?? {}, source_date: dates.ofRow(kept) };
  match.taken = takeFacts(Object.assign(kept, facts), toSourced(draft, dates), dates);
}

function describeMatch({ verdict, target, likeness }: Match): Pick<ImportWarning, 'action' | 'reason' | 'match'> {
  const other = 'listing' in target ? target.listing : target.row.draft;
  const isListed = 'listing' in target && target.listing.id > 0;
  return {
    action: verdict === 'same' ? 'merged' : 'doubtful',
    reason:
      verdict === 'same'
        ? t('the same business: {likeness}', { likeness })
        : t('may be the same business: {likeness}', { likeness }),
    match: {
      id: String(isListed ? target.listing.id : other.source_id),
      name: other.business_name,
      address: [other.address, other.city, other.zip].filter(Boolean).join(', '),
    },
  };
}

function incrementCounts(counts: Record<string, number>, kinds: Iterable<string>) {
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
}
