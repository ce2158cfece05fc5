import simplify from 'simplify-js';
import type { Freeway } from './freeways.ts';

/** Places beside a road: polygons in miles, as `search_position` counts them. */
export interface Strip {
  /** As PostgreSQL writes polygons. */
  polygons: string[];
  /** The point of the road that is nearest to the middle of its place, in degrees; the middle of the road without one. */
  lat: number;
  lng: number;
}

/** As in `search_position`. */
const MILES_PER_DEGREE = { lat: 69, lng: 57.3 };
const HALF_WIDTH_MILES = 1;
/** Bends within this are straight, and the strip is that much wider. */
const TOLERANCE_MILES = 0.25;
/** Of a road in a place: beyond, it is another one's. */
const MAX_POLYGONS = 120;

type Miles = { x: number; y: number };

/** The strip along freeways, of which only what lies in a circle counts; null where they do not come there. */
export function toStrip(
  freeways: Freeway[],
  circle: { lat: number; lng: number; radiusMiles: number } | undefined,
): Strip | null {
  const lines = freeways.flatMap((freeway) =>
    freeway.lines.map((line) => line.map(([lng, lat]) => toMiles({ lat, lng }))),
  );
  const middle = circle && toMiles(circle);
  const segments = lines.flatMap((line) => {
    const straight = simplify(line, TOLERANCE_MILES, true);
    return straight.slice(1).map((to, i): [Miles, Miles] => [straight[i] as Miles, to]);
  });
  const inside = middle ? segments.flatMap((segment) => clip(segment, middle, circle.radiusMiles)) : segments;
  if (inside.length === 0) return null;
  const nearest = inside
    .map(([from, to]) => (middle ? nearestOn(middle, from, to) : from))
    .sort((a, b) => (middle ? distance(a, middle) - distance(b, middle) : 0));
  const { x, y } = (middle ? nearest[0] : nearest[Math.floor(nearest.length / 2)]) as Miles;
  const polygons = inside.slice(0, MAX_POLYGONS).map(toPolygon);
  return { polygons, lat: y / MILES_PER_DEGREE.lat, lng: x / MILES_PER_DEGREE.lng };
}

const toMiles = ({ lat, lng }: { lat: number; lng: number }): Miles => ({
  x: lng * MILES_PER_DEGREE.lng,
  y: lat * MILES_PER_DEGREE.lat,
});

const distance = (a: Miles, b: Miles) => Math.hypot(b.x - a.x, b.y - a.y);

function nearestOn(point: Miles, from: Miles, to: Miles): Miles {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const part = square === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / square;
  const inside = Math.min(1, Math.max(0, part));
  return { x: from.x + inside * dx, y: from.y + inside * dy };
}

/** The part of a segment in a circle: none or one. */
function clip([from, to]: [Miles, Miles], middle: Miles, radius: number): [Miles, Miles][] {
  const nearest = nearestOn(middle, from, to);
  const left = radius * radius - distance(nearest, middle) ** 2;
  if (left <= 0) return [];
  const length = distance(from, to);
  if (length === 0) return [];
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = distance(from, nearest);
  const reach = Math.sqrt(left);
  const [start, end] = [Math.max(0, at - reach), Math.min(length, at + reach)];
  const along = (miles: number): Miles => ({ x: from.x + ux * miles, y: from.y + uy * miles });
  return end > start ? [[along(start), along(end)]] : [];
}

/** The rectangle around a segment. */
function toPolygon([from, to]: [Miles, Miles]): string {
  const length = distance(from, to) || 1;
  const width = HALF_WIDTH_MILES + TOLERANCE_MILES;
  const [ux, uy] = [((to.x - from.x) / length) * width, ((to.y - from.y) / length) * width];
  const corners = [
    [from.x - ux * END - uy, from.y - uy * END + ux],
    [to.x + ux * END - uy, to.y + uy * END + ux],
    [to.x + ux * END + uy, to.y + uy * END - ux],
    [from.x - ux * END + uy, from.y - uy * END - ux],
  ];
  return `(${corners.map(([x = 0, y = 0]) => `(${x.toFixed(3)},${y.toFixed(3)})`).join(',')})`;
}

/** Rectangles reach beyond their ends by this part of their width, so that bends have no gaps. */
const END = 0.3;
