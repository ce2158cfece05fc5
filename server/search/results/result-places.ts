import { sql } from 'kysely';
import { MAX_COUNTED_RESULTS } from '#contract/limits.ts';
import type { SearchSummary } from '#contract/search.ts';
import { toCountyLink, toLink } from '#server/places/places.ts';
import { type IndexQuery, withoutPlanCache } from '#server/search/predicates.ts';
import type { SearchDeps } from '#server/search/query-understanding.ts';
import type { PlaceCount } from '#server/search/ranking/candidates.ts';
import { matchingRows } from '#server/search/ranking/matches.ts';
import type { ResolvedSearch } from '#server/search/spelling/corrections.ts';
import { getArea, isLocal, MIN_RESULTS } from './first-page.ts';

const MAX_CITIES = 12;

/**
 * The counties and the cities with most results: a chain with two hundred branches is searched by place. None where the search already
 * names a place smaller than a county, or has more results than are counted.
 */
export async function findResultPlaces(
  { db, gazetteer }: SearchDeps,
  search: ResolvedSearch,
): Promise<SearchSummary['places']> {
  const { query, total, found } = search;
  if (isLocal(search) || total < MIN_RESULTS || total >= MAX_COUNTED_RESULTS) return [];
  const rows = found?.places ?? (await countByPlace(db, query));
  const counties = getArea(search)
    ? []
    : rows.flatMap(([id, , count]) => {
        const county = gazetteer.counties.byId.get(id ?? 0);
        return toCounted(county && toCountyLink(county), count);
      });
  const cities = rows.flatMap(([, place, count]) => toCounted(gazetteer.places.byId.get(place ?? 0), count));
  return [...withAlternatives(counties), ...withAlternatives(cities.slice(0, MAX_CITIES))];
}

async function countByPlace(db: SearchDeps['db'], query: IndexQuery): Promise<PlaceCount[]> {
  const { rows } = await sql<{ county: number | null; place: number | null; count: number }>`${withoutPlanCache}
    with found as materialized (select listing_id from ${matchingRows(query)} as listing limit ${sql.lit(MAX_COUNTED_RESULTS)})
    select county_id as county, place_id as place, count(*)::int as count
    from found join listings on id = listing_id
    group by grouping sets ((county_id), (place_id)) order by count desc`.execute(db);
  return rows.map(({ county, place, count }) => [county, place, count]);
}

const toCounted = (row: { name: string; slug: string } | undefined, count: number) =>
  row ? [{ ...toLink(row), count }] : [];

/** A filter that removes nothing is none. */
const withAlternatives = <Link>(links: Link[]) => (links.length > 1 ? links : []);
