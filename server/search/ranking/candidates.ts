import { type RawBuilder, sql } from 'kysely';
import { MAX_COUNTED_RESULTS } from '#contract/limits.ts';
import type { SearchSort } from '#contract/search.ts';
import {
  distanceMiles,
  filterPredicate,
  type IndexPath,
  type IndexQuery,
  listByRelevance,
  sortOrder,
  termPredicate,
  tierExpression,
  withoutPlanCache,
} from '#server/search/predicates.ts';
import { estimatedCount } from './sample.ts';

/** Candidates up to this number are read and sorted completely, where not many more are expected. */
const MAX_CANDIDATES = 1500;
const MAX_EXPECTED = 1000;

/** How results are read. */
export interface RankOptions {
  sort: SearchSort;
  /** The number of hits. */
  need: number;
  maxSponsored?: number;
  /** Whether the matches of each county and place are counted, if there are at least so many. */
  countPlacesFrom?: number | null;
}

/** The number of matches in a county or, with null for it, in a place. */
export type PlaceCount = [countyId: number | null, placeId: number | null, count: number];

/** What the statement says about the candidates. */
export interface CandidateRow {
  /** Whether all of them were read. */
  is_whole: boolean;
  total: number;
  ids: number[];
  miles: (number | null)[];
  sponsored_ids: number[];
  sponsored_miles: (number | null)[];
  places: PlaceCount[] | null;
}

/** The tiers that an order has. */
export const tiersOf = ({ text }: IndexQuery, sort: SearchSort) =>
  sort === 'best' && text ? text.tiers : [text?.any ?? null];

/**
 * The statement that reads the candidates of a query once, for all that a page says about it. It reads none where they are too many in
 * all probability, by a sample.
 * @param paths the indexes that have them, of which the first with few rows is read
 */
export function candidateStatement(
  query: IndexQuery,
  { sort, need, maxSponsored = 0, countPlacesFrom = null }: RankOptions,
  [first, second]: [IndexPath, IndexPath?],
): RawBuilder<CandidateRow> {
  const { text, boostTerms } = query;
  const tiers = tiersOf(query, sort);
  const boost = sort === 'best' ? termPredicate(null, boostTerms) : null;
  const columns = ({
    filter,
  }: IndexPath) => sql`listing_id, name, rating, created_at, paid_until, ${distanceMiles(query)} as miles,
    ${tierExpression(query, tiers)} as tier, ${boost ?? sql`true`} as boosted, ${filterPredicate(query)} and ${filter} as fits`;
  const isFew = ({ indexCondition, isSampled }: IndexPath) =>
    isSampled ? sql`${estimatedCount(indexCondition)} <= ${sql.lit(MAX_EXPECTED)}` : sql`true`;
  const read = (path: IndexPath, when: RawBuilder<unknown>) => sql`(select ${columns(path)} from listing_search
    where ${path.indexCondition} and (select ${when} from sampled) limit ${sql.lit(MAX_CANDIDATES + 1)})`;
  const branch = branchOrder(query, sort);
  const complete = completenessOrder(query, sort);
  const order = sql`${boost ? sql`boosted desc,` : sql``} tier, ${branch.order} ${complete.order} ${sortOrder(query, sort)}`;
  // Those of the last tier are not visible where they match, if any other text matches than what is prominent.
  const isVisible = text && text.any !== text.prominent ? sql`tier < ${sql.lit(tiers.length)}` : sql`true`;
  const places = countPlacesFrom === null ? sql`null` : countPlaces(countPlacesFrom);
  return sql<CandidateRow>`${isUsual(query, sort) ? sql`` : withoutPlanCache}with sampled as materialized (
      select ${isFew(first)} as is_first, ${second ? isFew(second) : sql`false`} as is_second
    ), candidate as materialized (
      ${read(first, sql`is_first`)} ${second ? sql`union all ${read(second, sql`is_second and not is_first`)}` : sql``}
    ), best as materialized (
      select listing_id, miles from candidate ${branch.join} ${complete.join} where fits order by ${order} limit ${need}
    ), sponsored as materialized (
      select listing_id, miles from candidate ${branch.join} ${complete.join} where fits and paid_until > now() and ${isVisible} order by ${order} limit ${maxSponsored}
    )
    select (select is_first or is_second from sampled) and count(*) <= ${sql.lit(MAX_CANDIDATES)} as is_whole, count(*) filter (where fits) as total,
      array(select listing_id from best) as ids, array(select miles from best) as miles,
      array(select listing_id from sponsored) as sponsored_ids, array(select miles from sponsored) as sponsored_miles,
      ${places} as places
    from candidate`;
}

/** Words, or a category or place, with or without a center: there are few texts of such statements, so they are prepared. */
const isUsual = (query: IndexQuery, sort: SearchSort) =>
  sort === 'best' && !query.open && !query.paid && !query.boundingBox && !query.strip && !listByRelevance(query, sort);

/**
 * The order of listings with exactly the name that is searched, where no point is given that they are near to: the branches of a chain are
 * by county, that with most of them first, then by city and ZIP code. Rows of other tiers have no place.
 */
function branchOrder(query: IndexQuery, sort: SearchSort): { join: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  // With a single tier nothing tells exact names apart.
  if (!query.text || query.near || tiersOf(query, sort).length === 1) return { join: sql``, order: sql`` };
  return {
    join: sql`left join lateral (
        select listings.county_id, coalesce(places.name, listings.city) as city, listings.zip
        from listings left join places on places.id = listings.place_id where listings.id = case tier when 0 then listing_id end
      ) as branch on true`,
    order: sql`count(*) over (partition by county_id) desc, county_id, branch.city, branch.zip,`,
  };
}

/** Names that begin as was typed first, unless a kind of business was, and then the most complete, where neither a distance nor the order of a list says more. */
function completenessOrder(
  query: IndexQuery,
  sort: SearchSort,
): { join: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  if (!query.text || query.near || sort !== 'best') return { join: sql``, order: sql`` };
  return {
    join: sql`left join lateral (select completeness from listings where listings.id = listing_id) as known on true`,
    order: sql`${query.text.isCategory ? sql`` : sql`starts_with(name, ${query.text.name}) desc,`} known.completeness desc,`,
  };
}

const countPlaces = (
  from: number,
) => sql`(select json_agg(json_build_array(county_id, place_id, count) order by count desc) from (
      select county_id, place_id, count(*) from candidate join listings on id = listing_id
      where fits and (select count(*) from candidate where fits) between ${sql.lit(from)} and ${sql.lit(MAX_COUNTED_RESULTS - 1)}
      group by grouping sets ((county_id), (place_id))
    ) as counted)`;
