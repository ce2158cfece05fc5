import type { Kysely } from 'kysely';
import type { ImportedListing } from '#server/import/listing.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type Candidate, findCandidates, type KeyedRow, readMatchKeys } from './candidates.ts';
import { type ComparableBusiness, toComparable } from './comparable.ts';
import type { DryRunRows } from './dry-run-rows.ts';
import { describeLikeness } from './likeness.ts';
import { createRowIndex, type RowIndex } from './row-index.ts';
import { DOUBTFUL, SAME, score } from './score.ts';
import type { TakenFacts } from './take-facts.ts';
import { createWordWeights } from './word-weights.ts';

/** What a row is the same business as: a listing of the directory, or another row that is none yet. */
export type MatchTarget = { listing: Candidate } | { row: PendingRow };

/** A row of which another one is, or may be, the same business. */
export interface Match {
  draft: ImportedListing;
  target: MatchTarget;
  verdict: 'same' | 'doubtful';
  score: number;
  /** What both have in common, in words. */
  likeness: string;
  /** The facts that the other one takes over. */
  taken?: TakenFacts;
}

/** A batch that the directory does not show yet. */
export interface PendingBatch {
  rows: RowIndex<PendingRow>;
  /** The sources of rows that were merged into others. */
  mergedSources: Map<string, string[]>;
  /** Whether its rows are being written, so that they can no longer take over facts. */
  isWritten: boolean;
}

interface PendingRow extends KeyedRow {
  business: ComparableBusiness;
  batch: PendingBatch;
  /** Set on a row that becomes no listing. */
  mergedInto?: MatchTarget;
}

/** Matches the rows of one import, batch by batch. */
export interface Matcher {
  /**
   * @param drafts rows that are in no listing
   * @returns the match of each of `drafts`, with an earlier one; null where it is a business of its own. `settle` is called when
   * rows have taken over facts, which later ones are compared with.
   */
  matchBatch(
    db: Kysely<DB>,
    drafts: ImportedListing[],
  ): Promise<{ matches: (Match | null)[]; batch: PendingBatch; settle: () => Promise<void> }>;
  /** Ends the comparison with the rows of a batch, which the directory shows now. */
  forget(batch: PendingBatch): void;
}

/** @param dryRunRows where the rows are that nobody writes, after their batch */
export function createMatcher({ categories }: Pick<ReferenceData, 'categories'>, dryRunRows?: DryRunRows): Matcher {
  const weights = createWordWeights();
  const pending = new Set<PendingBatch>();
  // The sources of rows that were merged in a dry run.
  const dryRun: PendingBatch = { rows: createRowIndex(), mergedSources: new Map(), isWritten: true };
  if (dryRunRows) pending.add(dryRun);
  const compare = (business: ImportedListing | Candidate) => {
    const category = categories.byId.get(business.category_id);
    if (!category) throw new Error(`There is no category ${business.category_id}`);
    return toComparable(business, category);
  };
  return {
    async matchBatch(db, drafts) {
      const batch: PendingBatch = { rows: createRowIndex(), mergedSources: new Map(), isWritten: false };
      // A batch that is committed from here on may be found twice, but never not at all.
      const earlier = [...pending];
      pending.add(batch);
      const keyed = await readMatchKeys(db, drafts);
      const candidates = await findCandidates(db, keyed);
      const wouldBe = (await dryRunRows?.find(keyed)) ?? [];
      const compared = new Map<number, ComparableBusiness>();
      const compareListing = (listing: Candidate) => {
        const known = compared.get(listing.id);
        if (known) return known;
        const business = compare(listing);
        for (const { mergedSources } of earlier) business.sources.push(...(mergedSources.get(toKey(listing)) ?? []));
        compared.set(listing.id, business);
        return business;
      };
      const rows = keyed.map((row): PendingRow => ({ ...row, business: compare(row.draft), batch }));
      const matches = rows.map((row, n): Match | null => {
        let best = null as Match | null;
        let closest = null as ComparableBusiness | null;
        const consider = (target: MatchTarget, other: ComparableBusiness) => {
          const points = score(row.business, other, weights);
          if (points < DOUBTFUL || points <= (best?.score ?? 0)) return;
          best = {
            draft: row.draft,
            target,
            verdict: points >= SAME ? 'same' : 'doubtful',
            score: points,
            likeness: '',
          };
          closest = other;
        };
        for (const listing of [...(candidates[n] ?? []), ...(wouldBe[n] ?? [])]) {
          consider({ listing }, compareListing(listing));
        }
        for (const { rows } of earlier) {
          for (const other of rows.find(row)) if (!other.mergedInto) consider({ row: other }, other.business);
        }
        // Within a batch, a row that was merged stands for what it was merged into.
        for (const other of batch.rows.find(row)) consider(other.mergedInto ?? { row: other }, other.business);
        const match = best;
        if (match && closest) match.likeness = describeLikeness(row.business, closest);
        if (match?.verdict === 'same') {
          row.mergedInto = match.target;
          addSource(match.target, row.draft.source);
        }
        weights.add(row.business.name.words);
        batch.rows.add(row);
        return match;
      });

      /** The next row of the same source is hardly the same business again. */
      function addSource(target: MatchTarget, source: string) {
        const business = 'row' in target ? target.row.business : compareListing(target.listing);
        business.sources.push(source);
        const key = toKey('row' in target ? target.row.draft : target.listing);
        batch.mergedSources.set(key, [...(batch.mergedSources.get(key) ?? []), source]);
      }
      const settle = async () => {
        for (const match of matches) {
          if (!match?.taken || !('row' in match.target)) continue;
          const { row } = match.target;
          row.business = { ...compare(row.draft), sources: row.business.sources };
        }
        if (!dryRunRows) return;
        const added = rows.filter(({ mergedInto }) => !mergedInto).map(({ draft }) => draft);
        await dryRunRows.add(await readMatchKeys(db, added));
        pending.delete(batch);
        for (const [key, sources] of batch.mergedSources) {
          dryRun.mergedSources.set(key, [...(dryRun.mergedSources.get(key) ?? []), ...sources]);
        }
      };
      return { matches, batch, settle };
    },
    forget: (batch) => pending.delete(batch),
  };
}

/** The business of a row, or of its listing. */
const toKey = ({ id, source, source_id }: { id?: number; source: string | null; source_id: string | null }) =>
  source === null ? String(id) : `${source}\n${source_id}`;
