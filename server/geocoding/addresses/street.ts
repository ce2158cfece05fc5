import type { GridPoint } from './grid.ts';

/** A house of which the number and the point are known. */
export interface House {
  number: number;
  point: GridPoint;
}

/** A street, or the part of it in one neighborhood: streets of one name that lie apart are several. */
export interface Street {
  /** As signs have it: 'North Harbor Boulevard'. */
  name: string;
  /** Sorted by number, odd ones first. */
  houses: House[];
  /** Numbers of other points, estimated by parallel streets; not exact. */
  estimates: House[];
  /** The middle of the road; empty where only houses are known. */
  lines: GridPoint[][];
}

/** West, south, east, north in steps of the grid. */
export type GridBox = [west: number, south: number, east: number, north: number];

/** The smallest box with all points of a street. */
export function getExtent({ houses, lines }: Pick<Street, 'houses' | 'lines'>): GridBox {
  const box: GridBox = [Infinity, Infinity, -Infinity, -Infinity];
  const extend = ([x, y]: GridPoint) => {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  };
  for (const { point } of houses) extend(point);
  for (const line of lines) line.forEach(extend);
  return box;
}
