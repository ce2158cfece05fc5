import { type GridPoint, gridDistanceKm } from './grid.ts';

/** A place on a line: the nearest one to some point. */
export interface OnLine {
  line: GridPoint[];
  point: GridPoint;
  /** From the beginning of the line. */
  km: number;
  /** From the point that it is nearest to. */
  distanceKm: number;
}

/** The nearest place on any of the lines; undefined without lines. */
export function findOnLines(lines: GridPoint[][], point: GridPoint): OnLine | undefined {
  let nearest: OnLine | undefined;
  for (const line of lines) {
    let before = 0;
    for (let i = 1; i < line.length; i++) {
      const [from, to] = [line[i - 1] as GridPoint, line[i] as GridPoint];
      const at = nearestOnSegment(point, from, to);
      const distanceKm = gridDistanceKm(point, at);
      if (!nearest || distanceKm < nearest.distanceKm)
        nearest = { line, point: at, km: before + gridDistanceKm(from, at), distanceKm };
      before += gridDistanceKm(from, to);
    }
  }
  return nearest;
}

/** The point of a line at a distance from its beginning; one of its ends where it is shorter. */
export function pointAlong(line: GridPoint[], km: number): GridPoint {
  let left = km;
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1] as GridPoint, line[i] as GridPoint];
    const length = gridDistanceKm(from, to);
    if (left <= length) return length === 0 ? from : between(from, to, Math.max(0, left) / length);
    left -= length;
  }
  return line.at(-1) as GridPoint;
}

/** The point at a part of the way from one point to another. */
export const between = (from: GridPoint, to: GridPoint, part: number): GridPoint => [
  from[0] + part * (to[0] - from[0]),
  from[1] + part * (to[1] - from[1]),
];

/** The nearest point of a segment. */
export function nearestOnSegment(point: GridPoint, from: GridPoint, to: GridPoint): GridPoint {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const square = dx * dx + dy * dy;
  const part = square === 0 ? 0 : ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / square;
  return between(from, to, Math.min(1, Math.max(0, part)));
}

export const getLengthKm = (line: GridPoint[]): number =>
  line.slice(1).reduce((sum, point, i) => sum + gridDistanceKm(line[i] as GridPoint, point), 0);
