import { sql } from 'kysely';
import type { SearchMap, Sought } from '#contract/search.ts';
import type { Query } from './conditions.ts';
import { corrections } from './corrections.ts';
import { everyMatch, unkept } from './ranking.ts';
import { type SearchParts, understand } from './understanding.ts';

type Box = SearchMap['box'];

/** The eight counties. */
const SOUTHERN_CALIFORNIA: Box = [-120, 32.4, -114, 35.9];

// Parts along the side of a square as large as the box, at most; √2 times fewer at least.
const PARTS = 7;
// Along the longer side of whatever somebody may call a box.
const MOST_PARTS = 24;
// Around what a box holds, in degrees: some 400 yards, so that what lies in one point has an area.
const MARGIN = 0.004;
// Some 3 feet: addresses of searches hold boxes.
const DECIMALS = 5;
// The flat map of `search_position` (migration 0008): miles in a degree.
const MILES_EAST = 57.3;
const MILES_NORTH = 69;

/**
 * Where the listings lie that were found, by parts of a grid: one with a map pin that is alone in its part as a pin, all
 * others as clusters. The grid lies still, and is the finer the smaller the box: what is one cluster stays one while the
 * box moves along.
 * @throws {NotFound} for a category or place that is none
 */
export async function mapSearch(parts: SearchParts, sought: Sought): Promise<SearchMap> {
  const wide = sought.box ?? SOUTHERN_CALIFORNIA;
  const understood = await understand(parts, sought);
  let { query } = understood;
  const widest = sideOf(sought.box ?? reach(query) ?? wide);
  let found = await cellsOf(parts, query, widest);
  for (const corrected of found.length === 0 ? await corrections(parts, understood) : []) {
    query = corrected.query;
    found = await cellsOf(parts, query, widest);
    if (found.length > 0) break;
  }
  if (sought.box || found.length === 0) return { box: wide, ...(await marked(parts, found, widest)) };
  const box = around(found);
  const side = Math.min(sideOf(box), widest);
  const cells = side < widest ? await cellsOf(parts, query, side) : found;
  return { box, ...(await marked(parts, cells, side)) };
}

/** The box around what lies near enough; null where nothing has to. */
function reach({ near, within }: Query): Box | null {
  if (!near || within === null) return null;
  const [east, north] = [within / MILES_EAST, within / MILES_NORTH];
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
async function cellsOf({ db }: SearchParts, query: Query, side: number): Promise<Cell[]> {
  const { rows } = await sql<Cell>`${unkept}
    select sum(listings) as count, sum(listings * x) / sum(listings) / ${MILES_EAST} as lng,
      sum(listings * y) / sum(listings) / ${MILES_NORTH} as lat,
      min(x) / ${MILES_EAST} as west, max(x) / ${MILES_EAST} as east,
      min(y) / ${MILES_NORTH} as south, max(y) / ${MILES_NORTH} as north,
      case when sum(listings) = 1 then min(paid_id) end as "paidId"
    from (
      select position[0] as x, position[1] as y, count(*)::int as listings,
        min(listing_id) filter (where paid_until > now()) as paid_id
      from ${everyMatch(query)} as found group by x, y
    ) as point
    group by floor(x / ${side}), floor(y / ${side})`.execute(db);
  return rows;
}

/** What is shown of the parts. */
async function marked({ db }: SearchParts, cells: Cell[], side: number): Promise<Pick<SearchMap, 'pins' | 'clusters'>> {
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
        lat: rounded(inside(cell.lat * MILES_NORTH, side) / MILES_NORTH),
        lng: rounded(inside(cell.lng * MILES_EAST, side) / MILES_EAST),
        count: cell.count,
        box: around([cell]),
      })),
  };
}

/** The side of the grid's parts for a box, in miles: sides in steps of √2, so that the grid is the same for most of them. */
function sideOf([west, south, east, north]: Box): number {
  const [wide, high] = [(east - west) * MILES_EAST, (north - south) * MILES_NORTH];
  const least = Math.max(Math.sqrt(wide * high) / PARTS, Math.max(wide, high) / MOST_PARTS);
  return 2 ** (Math.ceil(2 * Math.log2(least)) / 2);
}

/** Kept near the middle of its part of the grid, so that no circle lies upon another. */
function inside(miles: number, side: number): number {
  const edge = Math.floor(miles / side) * side;
  return Math.min(Math.max(miles, edge + side * 0.35), edge + side * 0.65);
}

/** The smallest box that holds all of them, and a little more. */
function around(cells: Pick<Cell, 'west' | 'south' | 'east' | 'north'>[]): Box {
  const least = (edge: 'west' | 'south') => rounded(Math.min(...cells.map((cell) => cell[edge])) - MARGIN);
  const most = (edge: 'east' | 'north') => rounded(Math.max(...cells.map((cell) => cell[edge])) + MARGIN);
  return [least('west'), least('south'), most('east'), most('north')];
}

const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS));
