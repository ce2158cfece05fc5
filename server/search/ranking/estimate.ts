import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import {
  areaIndexPath,
  filterPredicate,
  geoPredicate,
  type IndexPath,
  type IndexQuery,
  indexedTerms,
  termIndexPath,
  termPredicate,
  unprepared,
} from '#server/search/predicates.ts';

/** One listing of this many is in the sample's indexes (schema/search.sql). */
export const SAMPLE_RATE = 128;

/** Whether a row of `listing_search` is in the sample of one listing of `rate`, a power of two. By a hash, because ids may have a period. */
export const inSampleOf = (rate: number) => sql`hashint8(listing_id) & ${sql.lit(rate - 1)} = 0`;

/** Whether it is in the sample of one listing of 128. */
export const inSample = inSampleOf(SAMPLE_RATE);

/** Estimated numbers of listings. */
export interface TierEstimate {
  /** All of them. */
  listings: number;
  /** In the radius and the bounding box; all without either. */
  inArea: number;
  /** With the terms of the tier and of the filters. */
  withTerms: number;
  /** Of these, those that match every other filter; at least one. */
  matching: number;
}

/** The estimates that all tiers share, and those of each tier. */
export type Estimate = Pick<TierEstimate, 'listings' | 'inArea'> & {
  tiers: Pick<TierEstimate, 'withTerms' | 'matching'>[];
};

/** The estimate of one tier. */
export const toTierEstimate = ({ listings, inArea, tiers }: Estimate, i: number): TierEstimate => ({
  listings,
  inArea,
  withTerms: tiers[i]?.withTerms ?? 0,
  matching: Math.max(1, tiers[i]?.matching ?? 0),
});

/** Estimates the matches of tiers, of which the last one contains the others, by a sample: 0 where there are few. */
export async function estimateMatches(db: Kysely<DB>, query: IndexQuery, tiers: (string | null)[]): Promise<Estimate> {
  const area = geoPredicate(query);
  const terms = indexedTerms({ ...query, paid: false }, tiers.at(-1) ?? null);
  const counts = (also: RawBuilder<unknown>) =>
    tiers.map((tier, i) => {
      const words = i === tiers.length - 1 ? null : termPredicate(tier, []);
      return sql`count(*) filter (where ${words ?? sql`true`} and ${also})`;
    });
  const { rows } = await sql<{
    listings: number;
    in_area: number | null;
    with_terms: number[];
    matching: number[];
  }>`${unprepared}
    with sampled as materialized (
      select ${tiers.length > 1 ? sql`words,` : sql``} ${filterPredicate(query)} as fits from listing_search where ${terms ?? area ?? sql`false`} and ${inSample}
    )
    select (select reltuples from pg_class where oid = 'listing_search'::regclass) as listings,
      ${area ? sql`(select count(*) from listing_search where ${area} and ${inSample})` : sql`null`} as in_area,
      array[${sql.join(counts(sql`true`))}]::int[] as with_terms, array[${sql.join(counts(sql`fits`))}]::int[] as matching
    from sampled`.execute(db);
  const { listings: known = 0, in_area = null, with_terms = [], matching = [] } = rows[0] ?? {};
  const listings = Math.max(0, known);
  const toAll = (sampled: number) => sampled * SAMPLE_RATE;
  const inArea = in_area === null ? listings : toAll(Number(in_area));
  return {
    listings,
    inArea,
    tiers: tiers.map((_, i) => {
      if (!terms && !area) return { withTerms: listings, matching: listings };
      return { withTerms: terms ? toAll(with_terms[i] ?? 0) : listings, matching: toAll(matching[i] ?? 0) };
    }),
  };
}

// Reading a row takes this many times as long as finding it in the index of positions.
const ROW_COST = 20;
// So many rows are found by terms in the time of reading one in the area: those of an area are on few pages, as they were imported together.
const TERMS_TO_ROW = 4;

/** Whether the index of positions has so few rows in an area that finding them takes less time than reading those with the terms. */
export const isCombined = ({ inArea, withTerms }: Pick<TierEstimate, 'inArea' | 'withTerms'>) =>
  inArea < ROW_COST * withTerms;

/** How to find rows with terms in an area: by both indexes together, so that only what matches is read, or by one if it alone takes less time. */
export function cheapestPath(
  { terms, area }: { terms: RawBuilder<unknown>; area: RawBuilder<unknown> },
  estimate: Pick<TierEstimate, 'inArea' | 'withTerms'>,
): IndexPath {
  if (!isCombined(estimate)) return termIndexPath(terms);
  if (estimate.withTerms > TERMS_TO_ROW * estimate.inArea) return areaIndexPath(area, terms);
  return termIndexPath(sql`${terms} and ${area}`);
}
