import KDBush from 'kdbush';
import { readStreetName } from '#contract/values/street-name.ts';
import { type GridPoint, gridDistanceKm, STEP_KM } from '#server/geocoding/addresses/grid.ts';
import { attachKnown } from '#server/geocoding/addresses/known-addresses.ts';
import { findOnLines, getLengthKm, pointAlong } from '#server/geocoding/addresses/lines.ts';
import type { House, Street } from '#server/geocoding/addresses/street.ts';
import { toStreetKey } from '#server/geocoding/addresses/street-key.ts';

/** The points of a street whose numbers are estimated are that far apart, and from numbers that are known. */
const SPACING_KM = 0.25;
const KNOWN_KM = 0.35;
/** Shorter streets need no numbers: any point of them is near. */
const MIN_LENGTH_KM = 0.5;
/** Streets side by side have the same numbers where they are parallel, and no farther apart than this. */
const REACH_KM = 1.2;
const MAX_ANGLE = (15 / 180) * Math.PI;
/** A number counts for a point if it is not farther ahead or back than this. */
const WINDOW_KM = 0.15;
/** Estimates by different streets that agree. */
const AGREEMENT = 130;
const MIN_STREETS = 2;

/** A house with the direction of its street. */
interface Neighbor {
  street: number;
  number: number;
  /** In kilometers from the origin of the grid. */
  x: number;
  y: number;
  /** From 0 to π. */
  angle: number;
}

/**
 * Streets with estimates of their numbers where none are known, by those of parallel streets beside them: most cities number the
 * houses of all streets that run in one direction alike. Short streets get none.
 * @param known streets without lines, by single rows
 */
export function withEstimates(streets: Street[], known: Street[]): Street[] {
  const estimates = estimateNumbers(withKnown(streets, known));
  return streets.map((street, i) => ({ ...street, estimates: estimates[i] ?? [] }));
}

/** The streets, in their order, with the houses of single rows that stand beside them. */
function withKnown(streets: Street[], known: Street[]): Street[] {
  const joined = [...streets];
  const toKey = ({ name }: Street) => toStreetKey(readStreetName(name));
  const positions = Map.groupBy(streets.keys(), (i) => toKey(streets[i] as Street));
  for (const [key, rows] of Map.groupBy(known, toKey)) {
    const own = positions.get(key) ?? [];
    const attached = attachKnown(
      own.map((i) => streets[i] as Street),
      rows,
    );
    for (const [j, i] of own.entries()) joined[i] = attached[j] as Street;
  }
  return joined;
}

function estimateNumbers(streets: Street[]): House[][] {
  const neighbors = streets.flatMap(({ houses, lines }, street) =>
    lines.length === 0
      ? []
      : houses.map(({ number, point }): Neighbor => ({ street, number, ...toKm(point), angle: angleAt(lines, point) })),
  );
  const index = new KDBush(neighbors.length);
  for (const { x, y } of neighbors) index.add(x, y);
  index.finish();
  return streets.map(({ houses, lines }, street) => {
    const long = lines.filter((line) => getLengthKm(line) >= MIN_LENGTH_KM);
    return long.flatMap(toSamples).flatMap(({ point, angle }): House[] => {
      if (houses.some((house) => gridDistanceKm(house.point, point) < KNOWN_KM)) return [];
      const at = toKm(point);
      const beside = index.within(at.x, at.y, REACH_KM).map((i) => neighbors[i] as Neighbor);
      const number = estimate(
        beside.filter((house) => house.street !== street && angleBetween(house.angle, angle) <= MAX_ANGLE),
        { ...at, angle },
      );
      return number === null ? [] : [{ number, point }];
    });
  });
}

const toKm = ([x, y]: GridPoint) => ({ x: x * STEP_KM.x, y: y * STEP_KM.y });

function angleAt(lines: GridPoint[][], point: GridPoint): number {
  const on = findOnLines(lines, point);
  return on ? angleOnLine(on.line, on.km) : 0;
}

function angleOnLine(line: GridPoint[], km: number): number {
  const [from, to] = [toKm(pointAlong(line, Math.max(0, km - 0.05))), toKm(pointAlong(line, km + 0.05))];
  return (Math.atan2(to.y - from.y, to.x - from.x) + 2 * Math.PI) % Math.PI;
}

const angleBetween = (a: number, b: number) => {
  const angle = Math.abs(a - b);
  return Math.min(angle, Math.PI - angle);
};

function toSamples(line: GridPoint[]): { point: GridPoint; angle: number }[] {
  const length = getLengthKm(line);
  const count = Math.floor(length / SPACING_KM);
  return Array.from({ length: count }, (_, i) => {
    const km = ((i + 0.5) * length) / count;
    const [x, y] = pointAlong(line, km);
    return { point: [Math.round(x), Math.round(y)], angle: angleOnLine(line, km) };
  });
}

/** The number that most of the streets beside a point have level with it; null where too few agree. */
function estimate(neighbors: Neighbor[], { x, y, angle }: { x: number; y: number; angle: number }): number | null {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const level = neighbors.flatMap((house) => {
    const [east, north] = [house.x - x, house.y - y];
    const [ahead, aside] = [east * dx + north * dy, Math.abs(north * dx - east * dy)];
    return Math.abs(ahead) <= WINDOW_KM ? [{ ...house, ahead, aside }] : [];
  });
  const byStreet = [...Map.groupBy(level, ({ street }) => street).values()].map((houses) => {
    const nearest = houses.reduce((a, b) => (Math.abs(b.ahead) < Math.abs(a.ahead) ? b : a));
    const other = houses.filter(({ ahead }) => ahead * nearest.ahead < 0);
    const across =
      other.length > 0 ? other.reduce((a, b) => (Math.abs(b.ahead) < Math.abs(a.ahead) ? b : a)) : undefined;
    const number = across
      ? nearest.number + ((across.number - nearest.number) * -nearest.ahead) / (across.ahead - nearest.ahead)
      : nearest.number;
    return { number, weight: 1 / (0.2 + nearest.aside) };
  });
  let best: { agreeing: typeof byStreet; weight: number } | undefined;
  for (const { number } of byStreet) {
    const agreeing = byStreet.filter((other) => Math.abs(other.number - number) <= AGREEMENT);
    const weight = agreeing.reduce((sum, other) => sum + other.weight, 0);
    if (!best || weight > best.weight) best = { agreeing, weight };
  }
  if (!best || best.agreeing.length < MIN_STREETS) return null;
  const sum = best.agreeing.reduce((total, { number, weight }) => total + number * weight, 0);
  return Math.max(1, Math.round(sum / best.weight));
}
