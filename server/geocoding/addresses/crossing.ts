import { type GridPoint, gridDistanceKm } from './grid.ts';
import { nearestOnSegment } from './lines.ts';
import { getExtent, type Street } from './street.ts';

/** Streets cross where their lines come that near: lines are simplified, and divided streets have one. */
const CROSSING_KM = 0.05;
const MARGIN_STEPS = 15;

/** The point where two streets cross, on the first of them; null where they do not. */
export function findCrossing(a: Pick<Street, 'lines'>, b: Pick<Street, 'lines'>): GridPoint | null {
  const [boxA, boxB] = [a, b].map(({ lines }) => getExtent({ houses: [], lines })) as [Box, Box];
  if (!overlap(boxA, boxB)) return null;
  let best: { point: GridPoint; km: number } | undefined;
  for (const [from, to] of segments(a.lines)) {
    if (!overlap(toBox(from, to), boxB)) continue;
    for (const [start, end] of segments(b.lines)) {
      if (!overlap(toBox(from, to), toBox(start, end))) continue;
      const crossed = intersect(from, to, start, end);
      if (crossed) return crossed;
      for (const point of [start, end]) {
        const on = nearestOnSegment(point, from, to);
        const km = gridDistanceKm(point, on);
        if (km <= CROSSING_KM && (!best || km < best.km)) best = { point: on, km };
      }
      for (const point of [from, to]) {
        const km = gridDistanceKm(point, nearestOnSegment(point, start, end));
        if (km <= CROSSING_KM && (!best || km < best.km)) best = { point, km };
      }
    }
  }
  return best?.point ?? null;
}

type Box = [west: number, south: number, east: number, north: number];

const overlap = (a: Box, b: Box) =>
  a[0] <= b[2] + MARGIN_STEPS &&
  b[0] <= a[2] + MARGIN_STEPS &&
  a[1] <= b[3] + MARGIN_STEPS &&
  b[1] <= a[3] + MARGIN_STEPS;

const toBox = ([x1, y1]: GridPoint, [x2, y2]: GridPoint): Box => [
  Math.min(x1, x2),
  Math.min(y1, y2),
  Math.max(x1, x2),
  Math.max(y1, y2),
];

function* segments(lines: GridPoint[][]): Generator<[GridPoint, GridPoint]> {
  for (const line of lines)
    for (let i = 1; i < line.length; i++) yield [line[i - 1] as GridPoint, line[i] as GridPoint];
}

function intersect(
  [ax, ay]: GridPoint,
  [bx, by]: GridPoint,
  [cx, cy]: GridPoint,
  [dx, dy]: GridPoint,
): GridPoint | null {
  const denominator = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  if (denominator === 0) return null;
  const t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / denominator;
  const u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / denominator;
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? [ax + t * (bx - ax), ay + t * (by - ay)] : null;
}
