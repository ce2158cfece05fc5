import { type RawBuilder, sql } from 'kysely';
import { LIST_LIMIT } from '#contract/api.ts';
import type { SearchFilters, SearchMap } from '#contract/search.ts';
import { nextChangeAt } from '#server/listings/read/list.ts';
import { toShownTitle } from '#server/listings/read/presenter.ts';
import { hasIdOf, type IndexQuery, toPosition, withoutPlanCache } from '#server/search/predicates.ts';
import { type SearchDeps, understandQuery } from '#server/search/query-understanding.ts';
import { findCorrections } from '#server/search/spelling/corrections.ts';
import {
  type Box,
  boundingBox,
  cellSide,
  clamp,
  clampToCell,
  getSize,
  MILES_PER_LAT_DEGREE,
  MILES_PER_LNG_DEGREE,
  roundDegrees,
} from './boxes.ts';
import { type MapSource, mapSource } from './map-source.ts';

/** The eight counties. */
const SOUTHERN_CALIFORNIA: Box = [-120, 32.4, -114, 35.9];

// The side of the area around a point of which only the ZIP code is known, and the least that a circle zooms in on.
const AREA_MILES = 0.5;
// 66 feet: at the closest zoom pins cover each other up to there.
const SAME_PLACE_MILES = 0.0125;
// As many as fit around one point on a phone.
const MAX_FAN_OUT = 12;
// Around every point, so that the box of a single one has an area.
const MARGIN_MILES = AREA_MILES / 2;

/**
 * Aggregates the results of a search by the cells of a grid: a listing with an exact point that is alone in its cell is a pin at a paid level,
 * otherwise a dot; all others are clusters. Those with exact points near each other have their listings. The grid is fixed and finer for smaller
 * boxes, so that a cluster stays the same while the map is panned.
 * See docs/decisions/0042-maps-from-our-own-origin.md.
 * @returns the map, and when the first listing of its pins expires or loses its paid level
 * @throws {NotFound} for a category or place that is none
 */
export async function mapSearch(
  deps: SearchDeps,
  filters: SearchFilters,
): Promise<SearchMap & { changesAt: Date | null }> {
  const outerBox = filters.box ?? SOUTHERN_CALIFORNIA;
  const understood = await understandQuery(deps, filters);
  let { query } = understood;
  const grid: Grid = {
    box: filters.box ?? radiusBox(query) ?? outerBox,
    isFixed: filters.box !== undefined,
    nearest: filters.box || filters.within ? null : query.near,
  };
  let source = await mapSource(deps.db, query);
  let cells = await findCells(deps, source, grid);
  for (const corrected of cells.length === 0 ? await findCorrections(deps, understood) : []) {
    query = corrected.query;
    source = await mapSource(deps.db, query);
    cells = await findCells(deps, source, grid);
    if (cells.length > 0) break;
  }
  const isEstimate = source.weight > 1;
  const box = filters.box || cells.length === 0 ? outerBox : boundingBox(cells);
  return { isEstimate, box, ...(await toPinsAndClusters(deps, cells, { isEstimate, box })) };
}

/** The bounding box of the search radius; null without one. */
function radiusBox({ near, radiusMiles }: IndexQuery): Box | null {
  if (!near || radiusMiles === null) return null;
  const [east, north] = [radiusMiles / MILES_PER_LNG_DEGREE, radiusMiles / MILES_PER_LAT_DEGREE];
  return [near.lng - east, near.lat - north, near.lng + east, near.lat + north];
}

/** A cell with results: their bounds and their centroid, in degrees. */
interface Cell {
  /** In miles; the same for all cells of a map. */
  side: number;
  count: number;
  west: number;
  south: number;
  east: number;
  north: number;
  lat: number;
  lng: number;
  /** The ids of all listings, separated by commas, if they are near one point. */
  ids: string | null;
}

/** The area whose size decides the side of cells; where it is not fixed, that of the results does if it is smaller. */
interface Grid {
  box: Box;
  isFixed: boolean;
  /** The point of which a page of nearest results decides the area that is shown: it opens where the list does. */
  nearest: IndexQuery['near'];
}

/**
 * @param source.rows a subquery of `listing_search`
 * @param source.weight how many listings each row stands for
 */
async function findCells(
  { db }: SearchDeps,
  { rows, weight }: MapSource,
  { box, isFixed, nearest }: Grid,
): Promise<Cell[]> {
  const [wide, high] = getSize(box);
  const ofBox = cellSide(sql`${wide}::float8`, sql`${high}::float8`);
  const extent = (axis: RawBuilder<unknown>) => sql`(max(${axis}) - min(${axis}) + ${2 * MARGIN_MILES})`;
  const side = isFixed ? ofBox : sql`(select least(${ofBox}, ${cellSide(extent(sql`x`), extent(sql`y`))}) from shown)`;
  const { rows: cells } = await sql<Cell>`${withoutPlanCache}
    with point as materialized (select position, position[0] as x, position[1] as y, listing_id from ${rows} as found),
    shown as materialized (select x, y, listing_id from point ${nearest ? inAreaOfNearest(nearest) : sql``}),
    grid as materialized (select ${side} as side)
    select (select side from grid) as side, count(*)::int * ${sql.lit(weight)} as count, avg(x) / ${MILES_PER_LNG_DEGREE} as lng, avg(y) / ${MILES_PER_LAT_DEGREE} as lat,
      (min(x) - ${MARGIN_MILES}) / ${MILES_PER_LNG_DEGREE} as west, (max(x) + ${MARGIN_MILES}) / ${MILES_PER_LNG_DEGREE} as east,
      (min(y) - ${MARGIN_MILES}) / ${MILES_PER_LAT_DEGREE} as south, (max(y) + ${MARGIN_MILES}) / ${MILES_PER_LAT_DEGREE} as north,
      case when ${weight}::int = 1 and count(*) <= ${MAX_FAN_OUT} and max(x) - min(x) <= ${SAME_PLACE_MILES} and max(y) - min(y) <= ${SAME_PLACE_MILES}
        then string_agg(listing_id::text, ',') end as ids
    from shown group by floor(x / (select side from grid)), floor(y / (select side from grid))`.execute(db);
  return cells;
}

const inAreaOfNearest = (point: { lat: number; lng: number }) => sql`
  where position <@ (select box(point(max(x), max(y)), point(min(x), min(y)))
    from (select x, y from point order by position <-> ${toPosition(point)} limit ${sql.lit(LIST_LIMIT.default)}) as nearest)`;

/** The pins, dots and clusters of the cells. */
async function toPinsAndClusters(
  { db }: SearchDeps,
  cells: Cell[],
  { isEstimate, box: [west, south, east, north] }: { isEstimate: boolean; box: Box },
): Promise<Omit<SearchMap, 'box' | 'isEstimate'> & { changesAt: Date | null }> {
  const merged = mergeSamePlaces(cells);
  const ids = merged.flatMap(toIds);
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('public_listings')
          .select(['id', 'title', 'language', 'translations', 'lat', 'lng', 'shown_level', 'paid_until', 'expires_at'])
          .where(hasIdOf(ids))
          .where('lat', 'is not', null)
          .$castTo<
            SearchMap['pins'][number] & Parameters<typeof toShownTitle>[0] & Parameters<typeof nextChangeAt>[0][number]
          >()
          .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  const result: Omit<SearchMap, 'box' | 'isEstimate'> = { pins: [], dots: [], clusters: [] };
  for (const cell of merged) {
    const exact = toIds(cell).flatMap((id) => found.get(id) ?? []);
    // Where a listing has no exact point, none of its cell is shown at its own.
    const isExact = exact.length === cell.count;
    const [only] = exact;
    if (isExact && only && exact.length === 1) {
      const { id, lat, lng } = only;
      result[hasPin(only) ? 'pins' : 'dots'].push({ id, title: toShownTitle(only).title, lat, lng });
    } else {
      const toPlace = (miles: number) => (isExact ? miles : clampToCell(miles, cell.side));
      result.clusters.push({
        // Rounded, because floating-point sums depend on the order of rows.
        // In the area that is shown: the middle of the cell may lie outside.
        lat: clamp(roundDegrees(toPlace(cell.lat * MILES_PER_LAT_DEGREE) / MILES_PER_LAT_DEGREE), south, north),
        lng: clamp(roundDegrees(toPlace(cell.lng * MILES_PER_LNG_DEGREE) / MILES_PER_LNG_DEGREE), west, east),
        count: isEstimate ? roundEstimate(cell.count) : cell.count,
        box: boundingBox([cell]),
        pins: isExact ? exact.map((row) => ({ id: row.id, title: toShownTitle(row).title, isDot: !hasPin(row) })) : [],
      });
    }
  }
  return { ...result, changesAt: nextChangeAt(rows) };
}

const hasPin = ({ shown_level }: { shown_level: string }) => shown_level !== 'free';

/** With two digits: more would say that it was counted. */
const roundEstimate = (count: number) => Number(count.toPrecision(2));

/** Merges cells with listings at one place, which the border of the cells separates. */
function mergeSamePlaces(cells: Cell[]): Cell[] {
  const merged: Cell[] = [];
  for (const cell of cells) {
    const i = merged.findIndex((other) => areSamePlace(cell, other));
    if (i < 0) merged.push(cell);
    else merged[i] = merge(cell, merged[i] as Cell);
  }
  return merged;
}

function areSamePlace(a: Cell, b: Cell): boolean {
  if (a.ids === null || b.ids === null || toIds(a).length + toIds(b).length > MAX_FAN_OUT) return false;
  const { west, south, east, north } = merge(a, b);
  const most = SAME_PLACE_MILES + 2 * MARGIN_MILES;
  return (east - west) * MILES_PER_LNG_DEGREE <= most && (north - south) * MILES_PER_LAT_DEGREE <= most;
}

const merge = (a: Cell, b: Cell): Cell => ({
  side: a.side,
  count: a.count + b.count,
  west: Math.min(a.west, b.west),
  south: Math.min(a.south, b.south),
  east: Math.max(a.east, b.east),
  north: Math.max(a.north, b.north),
  lat: (a.lat * a.count + b.lat * b.count) / (a.count + b.count),
  lng: (a.lng * a.count + b.lng * b.count) / (a.count + b.count),
  ids: `${a.ids},${b.ids}`,
});

const toIds = ({ ids }: Cell): number[] => ids?.split(',').map(Number) ?? [];
