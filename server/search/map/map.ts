import { type RawBuilder, sql } from 'kysely';
import type { SearchFilters, SearchMap } from '#contract/search.ts';
import { nextChangeAt } from '#server/listings/read/list.ts';
import { toShownTitle } from '#server/listings/read/presenter.ts';
import { hasIdOf, type IndexQuery, withoutPlanCache } from '#server/search/predicates.ts';
import { type SearchDeps, understandQuery } from '#server/search/query-understanding.ts';
import { findCorrections } from '#server/search/spelling/corrections.ts';
import {
  type Box,
  boundingBox,
  cellSide,
  clamp,
  clampToCell,
  MILES_PER_LAT_DEGREE,
  MILES_PER_LNG_DEGREE,
  roundDegrees,
  sizeOf,
} from './boxes.ts';
import { type MapSource, mapSource } from './map-source.ts';

/** The eight counties. */
const SOUTHERN_CALIFORNIA: Box = [-120, 32.4, -114, 35.9];

// Listings without a map pin are counted in the middle of squares with this side: their exact point is for paid levels.
const SQUARE_MILES = 0.5;
// 66 feet: at the closest zoom pins cover each other up to there.
const SAME_PLACE_MILES = 0.0125;
// As many as fit around one point on a phone.
const MAX_FAN_OUT = 12;
// Around every point, so that boxes contain whole squares, and that of a single pin has an area.
const MARGIN_MILES = SQUARE_MILES / 2;

/**
 * Aggregates the results of a search by the cells of a grid: a listing with a map pin that is alone in its cell is a pin, all
 * others are clusters. Those with map pins near one point have the pins. The grid is fixed and finer for smaller boxes, so that a cluster stays the same while the map is panned.
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
  const grid = { box: filters.box ?? radiusBox(query) ?? outerBox, isFixed: filters.box !== undefined };
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
  /** The ids of all listings, separated by commas, if they have paid levels and are near one point. */
  paidIds: string | null;
}

/** The area whose size decides the side of cells; where it is not fixed, that of the results does if it is smaller. */
interface Grid {
  box: Box;
  isFixed: boolean;
}

/**
 * Aggregates by point first, because there are few: all listings without a pin in a square share one.
 * @param source.rows a subquery of `listing_search`
 * @param source.weight how many listings each row stands for
 */
async function findCells({ db }: SearchDeps, { rows, weight }: MapSource, { box, isFixed }: Grid): Promise<Cell[]> {
  const [wide, high] = sizeOf(box);
  const ofBox = cellSide(sql`${wide}::float8`, sql`${high}::float8`);
  const extent = (axis: RawBuilder<unknown>) => sql`(max(${axis}) - min(${axis}) + ${2 * MARGIN_MILES})`;
  const side = isFixed ? ofBox : sql`(select least(${ofBox}, ${cellSide(extent(sql`x`), extent(sql`y`))}) from point)`;
  const { rows: cells } = await sql<Cell>`${withoutPlanCache}
    with point as (
      select ${pinOrSquare(0)} as x, ${pinOrSquare(1)} as y, count(*)::int as listings, count(*) filter (where paid_until > now()) as paid,
        string_agg(listing_id::text, ',') filter (where paid_until > now()) as paid_ids
      from ${rows} as found group by x, y
    ), grid as materialized (select ${side} as side)
    select (select side from grid) as side, sum(listings) * ${sql.lit(weight)} as count, sum(listings * x) / sum(listings) / ${MILES_PER_LNG_DEGREE} as lng,
      sum(listings * y) / sum(listings) / ${MILES_PER_LAT_DEGREE} as lat,
      (min(x) - ${MARGIN_MILES}) / ${MILES_PER_LNG_DEGREE} as west, (max(x) + ${MARGIN_MILES}) / ${MILES_PER_LNG_DEGREE} as east,
      (min(y) - ${MARGIN_MILES}) / ${MILES_PER_LAT_DEGREE} as south, (max(y) + ${MARGIN_MILES}) / ${MILES_PER_LAT_DEGREE} as north,
      case when ${weight}::int = 1 and sum(listings) = sum(paid) and sum(paid) <= ${MAX_FAN_OUT}
        and max(x) - min(x) <= ${SAME_PLACE_MILES} and max(y) - min(y) <= ${SAME_PLACE_MILES} then string_agg(paid_ids, ',') end as "paidIds"
    from point group by floor(x / (select side from grid)), floor(y / (select side from grid))`.execute(db);
  return cells;
}

/** A coordinate of the pin of a listing at a paid level, otherwise of the middle of its square. */
const pinOrSquare = (axis: 0 | 1) => {
  const own = sql`position[${sql.lit(axis)}]`;
  return sql`case when paid_until > now() then ${own} else (floor(${own} / ${sql.lit(SQUARE_MILES)}) + 0.5) * ${sql.lit(SQUARE_MILES)} end`;
};

/** The pins and clusters of the cells. */
async function toPinsAndClusters(
  { db }: SearchDeps,
  cells: Cell[],
  { isEstimate, box: [west, south, east, north] }: { isEstimate: boolean; box: Box },
): Promise<Pick<SearchMap, 'pins' | 'clusters'> & { changesAt: Date | null }> {
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
  const found = new Map(rows.map(({ id, lat, lng, ...row }) => [id, { id, title: toShownTitle(row).title, lat, lng }]));
  const result: Pick<SearchMap, 'pins' | 'clusters'> = { pins: [], clusters: [] };
  for (const cell of merged) {
    const pins = toIds(cell).flatMap((id) => found.get(id) ?? []);
    // Where a listing has no exact point, none of its cell is shown at its own.
    const isPinned = pins.length === cell.count;
    if (isPinned && pins.length === 1) result.pins.push(...pins);
    else {
      const toPlace = (miles: number) => (isPinned ? miles : clampToCell(miles, cell.side));
      result.clusters.push({
        // Rounded, because floating-point sums depend on the order of rows.
        // In the area that is shown: the middle of the square may lie outside.
        lat: clamp(roundDegrees(toPlace(cell.lat * MILES_PER_LAT_DEGREE) / MILES_PER_LAT_DEGREE), south, north),
        lng: clamp(roundDegrees(toPlace(cell.lng * MILES_PER_LNG_DEGREE) / MILES_PER_LNG_DEGREE), west, east),
        count: isEstimate ? roundEstimate(cell.count) : cell.count,
        box: boundingBox([cell]),
        pins: isPinned ? pins.map(({ id, title }) => ({ id, title })) : [],
      });
    }
  }
  return { ...result, changesAt: nextChangeAt(rows) };
}

/** With two digits: more would say that it was counted. */
const roundEstimate = (count: number) => Number(count.toPrecision(2));

/** Merges cells with pins at one place, which the border of the cells separates. */
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
  if (a.paidIds === null || b.paidIds === null || toIds(a).length + toIds(b).length > MAX_FAN_OUT) return false;
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
  paidIds: `${a.paidIds},${b.paidIds}`,
});

const toIds = ({ paidIds }: Cell): number[] => paidIds?.split(',').map(Number) ?? [];
