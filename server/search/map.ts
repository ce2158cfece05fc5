import { sql } from 'kysely';
import type { SearchFilters, SearchMap } from '#contract/search.ts';
import { findCorrections } from './corrections.ts';
import type { IndexQuery } from './predicates.ts';
import { type SearchDeps, understandQuery } from './query-understanding.ts';
import { matchingRows, unprepared } from './ranking.ts';

type Box = SearchMap['box'];

/** The eight counties. */
const SOUTHERN_CALIFORNIA: Box = [-120, 32.4, -114, 35.9];

// Parts along the side of a square as large as the box, at most; √2 times fewer at least.
const CELLS_PER_SIDE = 7;
// Along the longer side of whatever somebody may call a box.
const MAX_CELLS_PER_SIDE = 24;
// Around what a box holds, in degrees: some 400 yards, so that what lies in one point has an area.
const MARGIN_DEGREES = 0.004;
// Some 3 feet: addresses of searches hold boxes.
const DECIMALS = 5;
// The flat map of `search_position` (migration 0008): miles in a degree.
const MILES_PER_LNG_DEGREE = 57.3;
const MILES_PER_LAT_DEGREE = 69;

/**
 * Where the listings lie that were found, by parts of a grid: one with a map pin that is alone in its part as a pin, all
 * others as clusters. The grid lies still, and is the finer the smaller the box: what is one cluster stays one while the
 * box moves along.
 * See docs/decisions/0042-map-from-our-own-data.md.
 * @throws {NotFound} for a category or place that is none
 */
export async function mapSearch(parts: SearchDeps, filters: SearchFilters): Promise<SearchMap> {
  const outerBox = filters.box ?? SOUTHERN_CALIFORNIA;
  const understood = await understandQuery(parts, filters);
  let { query } = understood;
  const maxSide = toCellSide(filters.box ?? radiusBox(query) ?? outerBox);
  let found = await findCells(parts, query, maxSide);
  for (const corrected of found.length === 0 ? await findCorrections(parts, understood) : []) {
    query = corrected.query;
    found = await findCells(parts, query, maxSide);
    if (found.length > 0) break;
  }
  if (filters.box || found.length === 0) return { box: outerBox, ...(await toPinsAndClusters(parts, found, maxSide)) };
  const box = boundingBox(found);
  const side = Math.min(toCellSide(box), maxSide);
  const cells = side < maxSide ? await findCells(parts, query, side) : found;
  return { box, ...(await toPinsAndClusters(parts, cells, side)) };
}

/** The box around what lies near enough; null where nothing has to. */
function radiusBox({ near, within }: IndexQuery): Box | null {
  if (!near || within === null) return null;
  const [east, north] = [within / MILES_PER_LNG_DEGREE, within / MILES_PER_LAT_DEGREE];
  return [near.lng - east, near.lat - north, near.lng + east, near.lat + north];
}

/** A part of the grid that something was found in: between which points, and the middle of it all. */
interface Cell {
  count: number;
  west: number;
  south: number;
  east: number;
  north: number;
  lat: number;
  lng: number;
  /** Of its only listing, if it is of a paid level. */
  paidId: number | null;
}

/**
 * Adds up by points first, of which there are few: all free listings of a ZIP code lie in one.
 * @param side of a part, in miles
 */
async function findCells({ db }: SearchDeps, query: IndexQuery, side: number): Promise<Cell[]> {
  const { rows } = await sql<Cell>`${unprepared}
    select sum(listings) as count, sum(listings * x) / sum(listings) / ${MILES_PER_LNG_DEGREE} as lng,
      sum(listings * y) / sum(listings) / ${MILES_PER_LAT_DEGREE} as lat,
      min(x) / ${MILES_PER_LNG_DEGREE} as west, max(x) / ${MILES_PER_LNG_DEGREE} as east,
      min(y) / ${MILES_PER_LAT_DEGREE} as south, max(y) / ${MILES_PER_LAT_DEGREE} as north,
      case when sum(listings) = 1 then min(paid_id) end as "paidId"
    from (
      select position[0] as x, position[1] as y, count(*)::int as listings,
        min(listing_id) filter (where paid_until > now()) as paid_id
      from ${matchingRows(query)} as found group by x, y
    ) as point
    group by floor(x / ${side}), floor(y / ${side})`.execute(db);
  return rows;
}

/** What is shown of the parts. */
async function toPinsAndClusters(
  { db }: SearchDeps,
  cells: Cell[],
  side: number,
): Promise<Pick<SearchMap, 'pins' | 'clusters'>> {
  const ids = cells.flatMap(({ paidId }) => paidId ?? []);
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('public_listings')
          .select(['id', 'title', 'lat', 'lng'])
          .where('id', '=', ({ fn, val }) => fn('any', [val(ids)]))
          .where('lat', 'is not', null)
          .$castTo<SearchMap['pins'][number]>()
          .execute();
  const pins = new Map(rows.map((pin) => [pin.id, pin]));
  return {
    pins: [...pins.values()],
    clusters: cells
      .filter(({ paidId }) => paidId === null || !pins.has(paidId))
      .map((cell) => ({
        // Rounded, since the same points are not always added up in the same order.
        lat: roundDegrees(clampToCell(cell.lat * MILES_PER_LAT_DEGREE, side) / MILES_PER_LAT_DEGREE),
        lng: roundDegrees(clampToCell(cell.lng * MILES_PER_LNG_DEGREE, side) / MILES_PER_LNG_DEGREE),
        count: cell.count,
        box: boundingBox([cell]),
      })),
  };
}

/** The side of the grid's parts for a box, in miles: sides in steps of √2, so that the grid is the same for most of them. */
function toCellSide([west, south, east, north]: Box): number {
  const [wide, high] = [(east - west) * MILES_PER_LNG_DEGREE, (north - south) * MILES_PER_LAT_DEGREE];
  const least = Math.max(Math.sqrt(wide * high) / CELLS_PER_SIDE, Math.max(wide, high) / MAX_CELLS_PER_SIDE);
  return 2 ** (Math.ceil(2 * Math.log2(least)) / 2);
}

/** Kept near the middle of its part of the grid, so that no circle lies upon another. */
function clampToCell(miles: number, side: number): number {
  const edge = Math.floor(miles / side) * side;
  return Math.min(Math.max(miles, edge + side * 0.35), edge + side * 0.65);
}

/** The smallest box that holds all of them, and a little more. */
function boundingBox(cells: Pick<Cell, 'west' | 'south' | 'east' | 'north'>[]): Box {
  const least = (edge: 'west' | 'south') => roundDegrees(Math.min(...cells.map((cell) => cell[edge])) - MARGIN_DEGREES);
  const most = (edge: 'east' | 'north') => roundDegrees(Math.max(...cells.map((cell) => cell[edge])) + MARGIN_DEGREES);
  return [least('west'), least('south'), most('east'), most('north')];
}

const roundDegrees = (degrees: number) => Number(degrees.toFixed(DECIMALS));
