import type { Kysely } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { ReferenceData } from '../../places/gazetteer.ts';
import type { ImportedListing } from '../listing.ts';
import { type Candidate, findCandidates, type KeyedRow, readMatchKeys } from './candidates.ts';
import { createRowIndex, type RowIndex } from './row-index.ts';
import { type ComparableBusiness, DOUBTFUL, SAME, score, toComparable } from './score.ts';
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
  /** The facts that the other one takes over. */
  taken?: TakenFacts;
}

/** A batch that the directory does not show yet. */
export interface PendingBatch {
  rows: RowIndex<PendingRow>;
  /** The sources of rows that were merged into listings. */
  mergedSources: Map<number, string[]>;
  /** Whether its rows are being written, so that they can no longer take over facts. */
  isWritten: boolean;
}

interface PendingRow extends KeyedRow {
  business: ComparableBusiness;
  batch: PendingBatch;
  /** Set where it becomes no listing. */
  mergedInto?: MatchTarget;
}

/** Matches the rows of one import, batch by batch. */
export interface Matcher {
  /**
   * @param drafts rows that are in no listing
   * @returns the match of each of `drafts`, with an earlier one; null where it is a business of its own
   */
  matchBatch(db: Kysely<DB>, drafts: ImportedListing[]): Promise<{ matches: (Match | null)[]; batch: PendingBatch }>;
  /** Ends the comparison with the rows of a batch, which the directory shows now. */
  forget(batch: PendingBatch): void;
}

export function createMatcher({ categories }: Pick<ReferenceData, 'categories'>): Matcher {
  const weights = createWordWeights();
  const pending = new Set<PendingBatch>();
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
      const compared = new Map<number, ComparableBusiness>();
      const compareListing = (listing: Candidate) => {
        const known = compared.get(listing.id);
        if (known) return known;
        const business = compare(listing);
        for (const { mergedSources } of earlier) business.sources.push(...(mergedSources.get(listing.id) ?? []));
        compared.set(listing.id, business);
        return business;
      };
      const matches = keyed.map((row, n): Match | null => {
        const own: PendingRow = { ...row, business: compare(row.draft), batch };
        let best = null as Match | null;
        const consider = (target: MatchTarget, other: ComparableBusiness) => {
          const points = score(own.business, other, weights);
          if (points < DOUBTFUL || points <= (best?.score ?? 0)) return;
          best = { draft: row.draft, target, verdict: points >= SAME ? 'same' : 'doubtful', score: points };
        };
        for (const listing of candidates[n] ?? []) consider({ listing }, compareListing(listing));
        for (const { rows } of earlier) {
          for (const other of rows.find(row)) if (!other.mergedInto) consider({ row: other }, other.business);
        }
        // Within a batch, a row that was merged stands for what it was merged into.
        for (const other of batch.rows.find(row)) consider(other.mergedInto ?? { row: other }, other.business);
        const match = best;
        if (match?.verdict === 'same') {
          own.mergedInto = match.target;
          addSource(match.target, row.draft.source);
        }
        weights.add(own.business.name.words);
        batch.rows.add(own);
        return match;
      });

      /** The next row of the same source is hardly the same business again. */
      function addSource(target: MatchTarget, source: string) {
        if ('row' in target) {
          target.row.business.sources.push(source);
          return;
        }
        const { id } = target.listing;
        compareListing(target.listing).sources.push(source);
        batch.mergedSources.set(id, [...(batch.mergedSources.get(id) ?? []), source]);
      }
      return { matches, batch };
    },
    forget: (batch) => pending.delete(batch),
  };
}
