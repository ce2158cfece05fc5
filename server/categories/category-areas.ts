import { type Kysely, sql } from 'kysely';
import type { CityCategory } from '#contract/categories.ts';
import type { CountedLink } from '#contract/places.ts';
import type { Counts } from '#server/places/counts.ts';
import type { CategoryNode, Gazetteer, Place } from '#server/places/gazetteer.ts';
import { getCategoryCounts, sumCategoryCounts, topLinks } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { hasMoreCategory } from './more-categories.ts';

/** A list that fits on one page is not divided. */
const MIN_COUNT = 20;
const MAX_ZIP_CODES = 24;

/** The neighborhoods of a city, or else its ZIP codes, with most listings of a category, in descending order. */
export async function findCategoryAreas(
  { db, gazetteer, counts }: { db: Kysely<DB>; gazetteer: Gazetteer; counts: Counts },
  city: Place,
  category: CategoryNode,
): Promise<Pick<CityCategory, 'neighborhoods' | 'zipCodes'>> {
  if (sumCategoryCounts(category, getCategoryCounts(counts, city)) <= MIN_COUNT) return NO_AREAS;
  const neighborhoods = topNeighborhoodsForCategory(gazetteer, counts, city, category);
  if (neighborhoods.length > 0 || city.isNeighborhood) return { ...NO_AREAS, neighborhoods };
  const { rows } = await categoryZipCountsQuery(
    city.id,
    [category, ...category.children].map(({ id }) => id),
  ).execute(db);
  return { ...NO_AREAS, zipCodes: rows.length > 1 ? rows : [] };
}

/** The neighborhoods of a city with most listings of a category, in descending order. */
function topNeighborhoodsForCategory(
  { places }: Gazetteer,
  counts: Counts,
  city: Place,
  category: CategoryNode,
): CountedLink[] {
  const parts = places.all.filter(({ cityId }) => cityId === city.id);
  return topLinks(
    parts.map((place) => ({ ...place, count: sumCategoryCounts(category, getCategoryCounts(counts, place)) })),
  );
}

const NO_AREAS = { neighborhoods: [], zipCodes: [] };

/** It reads only an index, and of it only the category's part of the city. Exported for the test of its query plan. */
export const categoryZipCountsQuery = (placeId: number, categoryIds: number[]) => sql<{ zip: string; count: number }>`
  select zip, count(*)::int as count from (
    select zip from public_listings where place_id = ${placeId} and category_id = any(${categoryIds}::int[])
    union all
    select zip from public_listings
    where place_id = ${placeId} and ${hasMoreCategory(categoryIds)} and category_id <> all(${categoryIds}::int[])
  ) as listed
  group by zip order by count desc, zip limit ${sql.lit(MAX_ZIP_CODES)}`;
