import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MAX_COUNTED_RESULTS } from '#contract/limits.ts';
import type { SearchSort } from '#contract/search.ts';
import type { DB } from '#server/platform/db/schema.ts';
import {
  distanceMiles,
  filterPredicate,
  type Hit,
  type IndexPath,
  type IndexQuery,
  indexPaths,
  listByRelevance,
  sortOrder,
  termPredicate,
  tierExpression,
  unprepared,
} from '#server/search/predicates.ts';
import { placeOfExactName } from './branch-order.ts';
import { inSample, SAMPLE_RATE } from './estimate.ts';

/** Candidates up to this number are read and sorted completely, where not many more are expected. */
export const MAX_CANDIDATES = 1500;
export const MAX_EXPECTED = 1000;

/** What a page of results says about a search. */
export interface Candidates {
  /** The first matches, in order; sponsored ones among them. */
  hits: Hit[];
  sponsored: Hit[];
  /** The number of all matches. */
  total: number;
  places: PlaceCount[];
}

/** The number of matches in a county or, with null for it, in a place. */
export type PlaceCount = [countyId: number | null, placeId: number | null, count: number];

interface Options {
  sort: SearchSort;
  /** The number of hits. */
  need: number;
  maxSponsored: number;
  /** Whether the matches of each county and place are counted, if there are at least so many. */
  countPlacesFrom: number | null;
}

/**
 * Reads the candidates of a query once, in one statement, for all that a page says about it.
 * @returns null where they are too many in all probability, by a sample, or no index has them
 */
export async function readCandidates(
  db: Kysely<DB>,
  query: IndexQuery,
  { sort, need, maxSponsored, countPlacesFrom }: Options,
): Promise<Candidates | null> {
  const [first, second] = indexPaths(query);
  if (!first) return null;
  const { text, boostTerms } = query;
  const tiers = sort === 'best' && text ? text.tiers : [text?.any ?? null];
  const boost = sort === 'best' ? termPredicate(null, boostTerms) : null;
  const columns = ({
    filter,
  }: IndexPath) => sql`listing_id, name, rating, created_at, paid_until, ${distanceMiles(query)} as miles,
    ${tierExpression(query, tiers)} as tier, ${boost ?? sql`true`} as boosted, ${filterPredicate(query)} and ${filter} as fits`;
  const isFew = ({ indexCondition }: IndexPath) =>
    sql`(select count(*) from listing_search where ${indexCondition} and ${inSample}) <= ${sql.lit(MAX_EXPECTED / SAMPLE_RATE)}`;
  const read = (path: IndexPath, when: RawBuilder<unknown>) => sql`(select ${columns(path)} from listing_search
    where ${path.indexCondition} and (select ${when} from sampled) limit ${sql.lit(MAX_CANDIDATES + 1)})`;
  const branch = placeOfExactName(query, { tiers, sort });
  const order = sql`${boost ? sql`boosted desc,` : sql``} tier, ${branch.order} ${sortOrder(query, sort)}`;
  // Those of the last tier are not visible where they match, if any other text matches than what is prominent.
  const isVisible = text && text.any !== text.prominent ? sql`tier < ${sql.lit(tiers.length)}` : sql`true`;
  const places = countPlacesFrom === null ? sql`null` : countPlaces(countPlacesFrom);
  const { rows } = await sql<Row>`${isUsual(query, sort) ? sql`` : unprepared}with sampled as materialized (
      select ${isFew(first)} as is_first, ${second ? isFew(second) : sql`false`} as is_second
    ), candidate as materialized (
      ${read(first, sql`is_first`)} ${second ? sql`union all ${read(second, sql`is_second and not is_first`)}` : sql``}
    ), best as materialized (
      select listing_id, miles from candidate ${branch.join} where fits order by ${order} limit ${need}
    ), sponsored as materialized (
      select listing_id, miles from candidate ${branch.join} where fits and paid_until > now() and ${isVisible} order by ${order} limit ${maxSponsored}
    )
    select (select is_first or is_second from sampled) as is_read, count(*) as seen, count(*) filter (where fits) as total,
      array(select listing_id from best) as ids, array(select miles from best) as miles,
      array(select listing_id from sponsored) as sponsored_ids, array(select miles from sponsored) as sponsored_miles,
      ${places} as places
    from candidate`.execute(db);
  const [row] = rows;
  if (!row?.is_read || row.seen > MAX_CANDIDATES) return null;
  return {
    hits: toHits(row.ids, row.miles),
    sponsored: toHits(row.sponsored_ids, row.sponsored_miles),
    total: row.total,
    places: row.places ?? [],
  };
}

interface Row {
  is_read: boolean;
  seen: number;
  total: number;
  ids: number[];
  miles: (number | null)[];
  sponsored_ids: number[];
  sponsored_miles: (number | null)[];
  places: PlaceCount[] | null;
}

const toHits = (ids: number[], miles: (number | null)[]): Hit[] =>
  ids.map((id, i) => ({ id, miles: miles[i] ?? null }));

/** Words, or a category or place, with or without a center: there are few texts of such statements, so they are prepared. */
const isUsual = (query: IndexQuery, sort: SearchSort) =>
  sort === 'best' && !query.open && !query.paid && !query.boundingBox && !listByRelevance(query, sort);

const countPlaces = (
  from: number,
) => sql`(select json_agg(json_build_array(county_id, place_id, count) order by count desc) from (
      select county_id, place_id, count(*) from candidate join listings on id = listing_id
      where fits and (select count(*) from candidate where fits) between ${sql.lit(from)} and ${sql.lit(MAX_COUNTED_RESULTS - 1)}
      group by grouping sets ((county_id), (place_id))
    ) as counted)`;
