import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import {
  areaIndexPath,
  filterPredicate,
  geoPredicate,
  type IndexQuery,
  indexedTerms,
  termIndexPath,
} from '#server/search/predicates.ts';
import { cheapestPath, estimateMatches, inSampleOf, isCombined } from '#server/search/ranking/estimate.ts';

/** The rows that a map aggregates. */
export interface MapSource {
  /** A subquery of `listing_search`. */
  rows: RawBuilder<unknown>;
  /** The number of listings that each row stands for. */
  weight: number;
}

// One listing of so many is in the indexes of the samples (schema/search.sql).
const RATES = [16, 128];
// So many rows take some 40 ms. Those of an area alone are read from the index of positions.
const MAX_ROWS = { withTerms: 4000, inArea: 40_000 };
// With fewer matches a sample would leave places out.
const MIN_SAMPLED_MATCHES = 2000;

/**
 * Where the matches of a query are: all of them, by the index of terms or by that of positions, whichever has fewer rows, or a
 * sample of them where both have many. See docs/decisions/0077-searches-choose-their-plan-by-a-sample.md.
 */
export async function mapSource(db: Kysely<DB>, query: IndexQuery): Promise<MapSource> {
  const tier = query.text?.any ?? null;
  const [area, terms] = [geoPredicate(query), indexedTerms(query, tier)];
  const { inArea, tiers } = await estimateMatches(db, query, [tier]);
  const { withTerms = 0, matching = 0 } = tiers[0] ?? {};
  const byTerms = terms !== null && (area === null || withTerms <= inArea);
  const indexed = Math.min(withTerms, inArea);
  const maxRows = terms ? MAX_ROWS.withTerms : MAX_ROWS.inArea;
  const isBoth = indexed > maxRows && isCombined({ inArea, withTerms });
  const both = terms && area && isBoth ? cheapestPath({ terms, area }, { inArea, withTerms }) : null;
  const isSampled = (both ? matching : indexed) > maxRows && matching > MIN_SAMPLED_MATCHES && !query.paid;
  const rate = isSampled ? (RATES.find((candidate) => indexed <= candidate * maxRows) ?? Math.max(...RATES)) : 1;
  const one = byTerms ? termIndexPath(terms) : areaIndexPath(area ?? sql`true`, terms);
  const { indexCondition, filter } = isSampled ? one : (both ?? one);
  const index = isSampled ? sql`${indexCondition} and ${inSampleOf(rate)}` : indexCondition;
  const rows = sql`(select * from (select * from listing_search where ${index} offset 0) as listing
    where ${filter} and ${filterPredicate(query)})`;
  return { rows, weight: rate };
}
