/** A point in picture units: 400 high, 640 wide as a card, about 1,333 wide (−347 to 987) as a header. */
export type Point = readonly [x: number, y: number];

/** The part of a picture that shows, from its left to its right edge. */
export type Span = readonly [from: number, to: number];

const coordinates = (numbers: readonly number[]) =>
  numbers
    .map((number) => Math.round(number))
    .join(' ')
    .replaceAll(' -', '-');

/** A straight-edged path through the points. */
export function sharp([start, ...others]: readonly Point[]): string {
  let [x, y] = (start as Point).map(Math.round) as [number, number];
  let path = `M${coordinates([x, y])}l`;
  const steps: number[] = [];
  for (const point of others) {
    const [nextX, nextY] = point.map(Math.round) as [number, number];
    steps.push(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  path += coordinates(steps);
  return path;
}

/** A curve through the points (Catmull-Rom, as cubic Béziers). */
export function smooth(points: readonly Point[]): string {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))] as Point;
  const start = at(0);
  let path = `M${coordinates(start)}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const relative = [
      (to[0] - before[0]) / 6,
      (to[1] - before[1]) / 6,
      to[0] - from[0] - (after[0] - from[0]) / 6,
      to[1] - from[1] - (after[1] - from[1]) / 6,
      to[0] - from[0],
      to[1] - from[1],
    ];
    path += `c${coordinates(relative)}`;
  }
  return path;
}

/** The points that a picture between two x can show, with one more on either side so that lines run out of it. */
export function within(points: readonly Point[], [from, to]: Span): readonly Point[] {
  const first = points.findLastIndex(([x]) => x <= from);
  const last = points.findIndex(([x]) => x >= to);
  return points.slice(Math.max(0, first - 1), last < 0 ? undefined : last + 2);
}

/** A path element. */
export const path = (d: string, fill: string, more = '') => `<path fill="${fill}" d="${d}"${more && ` ${more}`}/>`;

/** A line element; its ends are round. */
export const line = (d: string, stroke: string, width: number, more = '') =>
  `<path stroke="${stroke}" stroke-width="${width}" d="${d}"${more && ` ${more}`}/>`;

/** A circle element. */
export const disc = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${more && ` ${more}`}/>`;

/** Round dots of one size, by their middles (lines of no length with round ends). */
export const dots = (middles: readonly Point[], fill: string, size: number) =>
  middles.length === 0 ? '' : line(middles.map(([x, y]) => `M${x} ${y}h0`).join(''), fill, size);

/** A shape drawn once and kept for stamps. */
export const stamp = (id: string, ...parts: readonly string[]) => `<defs><g id="${id}">${parts.join('')}</g></defs>`;

/** A stamp at several places that show between two x, each with its scale (negative to mirror it). */
export const stamped = (
  id: string,
  places: readonly (readonly [x: number, y: number, scale: number])[],
  [from, to]: Span,
) =>
  places
    .filter(([x]) => x > from - 60 && x < to + 60)
    .map(
      ([x, y, scale]) =>
        `<use href="#${id}" transform="${scale < 0 ? `matrix(${scale} 0 0 ${-scale} ${x} ${y})` : `translate(${x} ${y})${scale === 1 ? '' : `scale(${scale})`}`}"/>`,
    )
    .join('');

/**
 * Mountains from valleys and peaks in turn, standing on `base`: the whole, the sides away from the sun, and the snow
 * on the upper `snow` of each peak (0 for none, up to 1). Only what shows between two x.
 */
export function mountains(points: readonly Point[], base: number, [from, to]: Span, snow = 0) {
  const first = points.findLastIndex(([x], index) => index % 2 === 0 && x <= from);
  const last = points.findIndex(([x], index) => index % 2 === 0 && x >= to);
  const seen = points.slice(Math.max(0, first), last < 0 ? undefined : last + 1);
  const [start, end] = [seen[0] as Point, seen.at(-1) as Point];
  let shade = '';
  let caps = '';
  for (let index = 1; index + 1 < seen.length; index += 2) {
    const [left, peak, right] = seen.slice(index - 1, index + 2) as [Point, Point, Point];
    shade += shadedSide(peak, right, base);
    if (snow === 0) continue;
    if (base - peak[1] > 100) shade += cleft(left, peak, base);
    caps += cap(left, peak, right, base, snow);
  }
  return { whole: `${sharp([...seen, [end[0], base], [start[0], base]])}z`, shade, caps };
}

/** The side of a mountain from its peak to the valley on its right, with a ragged edge towards the light. */
function shadedSide(peak: Point, right: Point, base: number): string {
  const at = onSlope(peak, right, base);
  const ragged = [at(0.3, 1), at(0.42, 0.72), at(0.08, 0.5), at(0.16, 0.26)];
  const midway = (base - peak[1]) * 0.62 + (right[1] - peak[1]) * 0.38;
  return `${sharp([peak, right, [peak[0] + (right[0] - peak[0]) * 0.84, peak[1] + midway], at(1.06, 1), ...ragged])}z`;
}

/** A dark cleft in the side towards the light. */
function cleft(left: Point, peak: Point, base: number): string {
  const at = onSlope(peak, left, base);
  return `${sharp([at(0.36, 0.5), at(0.16, 0.68), at(0.26, 0.8), at(0.16, 1), at(0.56, 1), at(0.46, 0.76)])}z`;
}

/** Snow with a ragged lower edge, along both ridges down to `snow` of the way to their valleys. */
function cap(left: Point, peak: Point, right: Point, base: number, snow: number): string {
  const along = (valley: Point, share: number, lower: number): Point => [
    peak[0] + (valley[0] - peak[0]) * share * snow,
    peak[1] + (valley[1] - peak[1]) * share * snow + (base - peak[1]) * lower * snow,
  ];
  const western = [along(left, 1, 0), along(left, 0.7, 0.1), along(left, 0.5, 0.55), along(left, 0.2, 0.35)];
  const eastern = [along(right, 0.15, 0.8), along(right, 0.4, 0.3), along(right, 0.6, 0.5), along(right, 1.1, 0)];
  return `${sharp([peak, ...western, ...eastern])}z`;
}

/** Points on a mountain's side: shares of the way across to a valley and down to the base. */
const onSlope =
  (peak: Point, valley: Point, base: number) =>
  (across: number, down: number): Point => [
    peak[0] + (valley[0] - peak[0]) * across,
    peak[1] + (base - peak[1]) * down,
  ];
