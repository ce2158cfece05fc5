import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import {
  filterPredicate,
  geoPredicate,
  type IndexQuery,
  indexedTerms,
  materialized,
  withoutPlanCache,
} from '#server/search/predicates.ts';
import { collectedRows, estimatedCount, inSample, SAMPLE_RATE } from '#server/search/ranking/sample.ts';

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
 * Where the matches of a query are: all of them, or a sample where there are many.
 * See docs/decisions/0077-searches-choose-their-plan-by-a-sample.md.
 */
export async function mapSource(db: Kysely<DB>, query: IndexQuery): Promise<MapSource> {
  const terms = indexedTerms(query, query.text?.any ?? null);
  // The sample has no index of paid levels.
  const words = indexedTerms({ ...query, paid: false }, query.text?.any ?? null);
  const area = geoPredicate(query);
  const all = sql`true`;
  const { rows: sampled } = await sql<{
    matching: number;
    withTerms: number;
    inArea: number | null;
  }>`${withoutPlanCache}
    select count(*) filter (where ${filterPredicate(query)}) * ${sql.lit(SAMPLE_RATE)} as matching, count(*) * ${sql.lit(SAMPLE_RATE)} as "withTerms",
      ${area ? estimatedCount(area) : sql`null`} as "inArea"
    from listing_search where ${words ?? area ?? all} and ${inSample()}`.execute(db);
  const { matching = 0, withTerms = 0 } = sampled[0] ?? {};
  const inArea = sampled[0]?.inArea ?? Number.POSITIVE_INFINITY;
  const indexed = Math.min(inArea, withTerms);
  const maxRows = terms ? MAX_ROWS.withTerms : MAX_ROWS.inArea;
  const needsBoth = terms !== null && area !== null && indexed > maxRows;
  const isSampled = (needsBoth ? matching : indexed) > maxRows && matching > MIN_SAMPLED_MATCHES && !query.paid;
  const rate = isSampled ? (RATES.find((candidate) => indexed <= candidate * maxRows) ?? Math.max(...RATES)) : 1;
  const isByTerms = terms !== null && (area === null || withTerms <= inArea);
  const [first, second] = isByTerms ? [terms, area ?? all] : [area ?? all, terms ?? all];
  const from = isSampled
    ? materialized(sql`${first} and ${inSample(rate)}`)
    : needsBoth
      ? collectedRows(query)
      : materialized(first);
  return { rows: sql`(select * from ${from} as listing where ${second} and ${filterPredicate(query)})`, weight: rate };
}
