import { type Kysely, sql } from 'kysely';
import { CARD_COLUMNS, type CardRow, type PageRow } from '#server/listings/read/columns.ts';
import { toPoint } from '#server/listings/read/distance.ts';
import type { CategoryNode, Gazetteer } from '#server/places/gazetteer.ts';
import { distanceKm, type Point } from '#server/places/points.ts';
import type { DB } from '#server/platform/db/schema.ts';

const MAX_SIMILAR = 6;
/** More than are shown, because the middle of a ZIP code only tells roughly how near a listing is. */
const MAX_CANDIDATES = 60;
/** Some downtown blocks are ZIP codes of their own, so that a few dozen end within a mile or two. */
const MAX_ZIP_CODES = 200;

type SimilarRow = CardRow & Pick<PageRow, 'lat' | 'lng'>;

/**
 * What can be added to a comparison: listings of the categories of the compared ones, or else of the same top categories, the
 * nearest to any of the compared ones first.
 */
export async function findSimilarToCompared(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  compared: PageRow[],
): Promise<{ rows: SimilarRow[]; categories: CategoryNode[] }> {
  const toPlace = (row: Pick<SimilarRow, 'lat' | 'lng' | 'zip'>) => toPoint(row) ?? gazetteer.zipCodes.get(row.zip);
  const origins = compared.flatMap((row) => toPlace(row) ?? []);
  const toKm = (point: Point | undefined) =>
    point ? Math.min(...origins.map((origin) => distanceKm(origin, point))) : Number.POSITIVE_INFINITY;
  const zipCodes = [...gazetteer.zipCodes.values()]
    .map((zipCode) => ({ zip: zipCode.zip, km: toKm(zipCode) }))
    .sort((a, b) => a.km - b.km)
    .slice(0, MAX_ZIP_CODES)
    .map(({ zip }) => zip);
  const ids = compared.map(({ id }) => id);
  const find = async (of: CategoryNode[]) =>
    (await nearestOfCategoriesQuery({ categoryIds: of.map(({ id }) => id), zipCodes, without: ids }).execute(db)).rows;

  const itself = toCategories(gazetteer, compared);
  const same = await find(itself);
  const tops = [...new Set(itself.map((category) => category.parent ?? category))];
  const rows = same.length > 0 ? same : await find(tops.flatMap((top) => [top, ...top.children]));
  return {
    rows: rows
      .map((row) => ({ row, km: toKm(toPlace(row)) }))
      .sort((a, b) => a.km - b.km)
      .slice(0, MAX_SIMILAR)
      .map(({ row }) => row),
    categories: same.length > 0 ? itself : [...new Set([...itself, ...tops])],
  };
}

const toCategories = ({ categories }: Gazetteer, rows: PageRow[]) =>
  [...new Set(rows.map((row) => row.category_id))].flatMap((id) => categories.byId.get(id) ?? []);

/** The newest listings of categories in ZIP codes, in their order. Exported for the test of its query plan. */
export const nearestOfCategoriesQuery = ({
  categoryIds,
  zipCodes,
  without,
}: {
  categoryIds: number[];
  zipCodes: string[];
  without: number[];
}) => sql<SimilarRow>`
    select similar_listing.*
    from unnest(${zipCodes}::char(5)[]) with ordinality as nearby (nearby_zip, rank)
    cross join lateral (
      select ${sql.join([...CARD_COLUMNS, 'lat', 'lng'].map((column) => sql.ref(column)))} from public_listings
      where category_id = any(${categoryIds}::int[]) and zip = nearby_zip and id <> all(${without}::bigint[])
      order by created_at desc, id desc limit ${MAX_CANDIDATES}
    ) as similar_listing
    order by rank, created_at desc, id desc
    limit ${MAX_CANDIDATES}`;
