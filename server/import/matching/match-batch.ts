import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { ReferenceData } from '../../places/gazetteer.ts';
import type { ImportedListing } from '../listing.ts';
import { type Candidate, findCandidates } from './candidates.ts';
import { type ComparableBusiness, DOUBTFUL, SAME, score, toComparable } from './score.ts';
import type { TakenFacts } from './take-facts.ts';
import { createWordWeights } from './word-weights.ts';

/** What a row is the same business as: a listing of the directory, or another row that is not written yet. */
export type MatchTarget = { listing: Candidate } | { row: ImportedListing };

/** A row of which another one is, or may be, the same business. */
export interface Match {
  draft: ImportedListing;
  target: MatchTarget;
  verdict: 'same' | 'doubtful';
  score: number;
  /** The facts that the other one takes over. */
  taken?: TakenFacts;
}

/** Matches the rows of one import, batch by batch. */
export interface Matcher {
  /**
   * @param unwritten earlier rows that are not in the directory yet
   * @param drafts rows that are in no listing
   * @returns the match of each of `drafts`, with an earlier one; null where it is a business of its own
   */
  matchBatch(trx: Transaction<DB>, unwritten: ImportedListing[], drafts: ImportedListing[]): Promise<(Match | null)[]>;
}

export function createMatcher({ categories }: Pick<ReferenceData, 'categories'>): Matcher {
  const weights = createWordWeights();
  const compare = (business: ImportedListing | Candidate) => {
    const category = categories.byId.get(business.category_id);
    if (!category) throw new Error(`There is no category ${business.category_id}`);
    return toComparable(business, category);
  };
  return {
    async matchBatch(trx, unwritten, drafts) {
      const all = [...unwritten, ...drafts];
      const candidates = await findCandidates(trx, all, unwritten.length);
      const businesses = all.map(compare);
      const compared = new Map<Candidate, ComparableBusiness>();
      const compareListing = (listing: Candidate) => {
        const known = compared.get(listing) ?? compare(listing);
        compared.set(listing, known);
        return known;
      };
      const merged = new Map<ImportedListing, MatchTarget>();
      /** A row that was merged itself stands for what it was merged into. */
      const toTarget = (row: ImportedListing) => merged.get(row) ?? { row };
      return drafts.map((draft, n) => {
        const index = unwritten.length + n;
        const business = businesses[index] as ComparableBusiness;
        let best: Match | null = null;
        const consider = (target: MatchTarget, other: ComparableBusiness) => {
          const points = score(business, other, weights);
          if (points < DOUBTFUL || (best && best.score >= points)) return;
          best = { draft, target, verdict: points >= SAME ? 'same' : 'doubtful', score: points };
        };
        for (const listing of candidates[n]?.listings ?? []) consider({ listing }, compareListing(listing));
        for (const earlier of candidates[n]?.rows ?? []) {
          consider(toTarget(all[earlier] as ImportedListing), businesses[earlier] as ComparableBusiness);
        }
        const match = best as Match | null;
        if (match?.verdict === 'same') {
          merged.set(draft, match.target);
          addSource(match.target, draft);
        }
        weights.add(business.name.words);
        return match;
      });

      /** The next row of the same source is hardly the same business again. */
      function addSource(target: MatchTarget, { source }: ImportedListing) {
        if ('listing' in target) compareListing(target.listing).sources.push(source);
        else businesses[all.indexOf(target.row)]?.sources.push(source);
      }
    },
  };
}
