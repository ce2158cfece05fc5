import { type RawBuilder, sql } from 'kysely';
import type { SearchMap } from '#contract/search.ts';

/** West, south, east and north, in degrees. */
export type Box = SearchMap['box'];

// The maximum number of cells along the side of a square with the area of the box; the minimum is √2 times fewer.
const CELLS_PER_SIDE = 7;
// The maximum along the longer side, for very flat boxes.
const MAX_CELLS_PER_SIDE = 24;
// About 3 feet: boxes are part of URLs and should be short.
const DECIMALS = 5;
// The projection of `search_position`: miles per degree.
export const MILES_PER_LNG_DEGREE = 57.3;
export const MILES_PER_LAT_DEGREE = 69;

/** The side of a cell for an area of this size, in miles, in steps of √2, so that areas of similar size share a grid. */
export function cellSide(wide: RawBuilder<unknown>, high: RawBuilder<unknown>): RawBuilder<number> {
  const least = sql`greatest(sqrt(${wide} * ${high}) / ${sql.lit(CELLS_PER_SIDE)}, greatest(${wide}, ${high}) / ${sql.lit(MAX_CELLS_PER_SIDE)})`;
  return sql`power(2, ceil(2 * ln(${least}) / ln(2)) / 2)`;
}

/** The width and the height of a box, in miles. */
export const getSize = ([west, south, east, north]: Box): [number, number] => [
  (east - west) * MILES_PER_LNG_DEGREE,
  (north - south) * MILES_PER_LAT_DEGREE,
];

/** Moves a cluster toward the center of its cell, so that circles do not overlap. */
export function clampToCell(miles: number, side: number): number {
  const edge = Math.floor(miles / side) * side;
  return clamp(miles, edge + side * 0.35, edge + side * 0.65);
}

export const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The box that contains all of these. */
export function boundingBox(cells: Record<'west' | 'south' | 'east' | 'north', number>[]): Box {
  const least = (edge: 'west' | 'south') => roundDegrees(Math.min(...cells.map((cell) => cell[edge])));
  const most = (edge: 'east' | 'north') => roundDegrees(Math.max(...cells.map((cell) => cell[edge])));
  return [least('west'), least('south'), most('east'), most('north')];
}

export const roundDegrees = (degrees: number) => Number(degrees.toFixed(DECIMALS));
