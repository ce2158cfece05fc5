import { type GridPoint, gridDistanceKm } from './grid.ts';
import { between, findOnLines, getLengthKm, pointAlong } from './lines.ts';
import type { House, Street } from './street.ts';

/**
 * How a point was found: `address` is that of the number itself, `between` lies between two numbers of the same block, `along` was
 * estimated from farther ones, `street` is some point of the street, `zip` the middle of the ZIP code. Only the first two are exact.
 */
export type PointQuality = 'address' | 'between' | 'along' | 'street' | 'zip';

/** Whether a point is that of the address itself, for distances and pins. */
export const isExact = (quality: PointQuality): boolean => quality === 'address' || quality === 'between';

/** Of a number on a street. */
export interface NumberPoint {
  point: GridPoint;
  quality: Exclude<PointQuality, 'zip'>;
}

/** Numbers of one block, and the distance of their houses. */
const BLOCK = { numbers: 120, km: 0.3 };
/** A number takes up to so much of a street, and a street has gaps. */
const MAX_KM_PER_NUMBER = 0.005;
const GAP_KM = 0.2;
/** Where only one number is known: a hundred of them are a block of a tenth of a mile. */
const USUAL_KM_PER_NUMBER = 0.0016;
const MAX_EXTRAPOLATED = 1500;
/** Houses are that near to the middle of their road. */
const ROADSIDE_KM = 0.12;

/** The point of a number on a street; without numbers, the point of the street that is nearest to the middle of the area. */
export function locateNumber(street: Street, number: number | null, middle: GridPoint): NumberPoint | null {
  const anyPoint = findOnLines(street.lines, middle)?.point ?? nearest(street.houses, middle)?.point;
  if (!anyPoint) return null;
  const found = number === null ? null : findNumber(street, number, middle);
  return found ?? { point: anyPoint, quality: 'street' };
}

function findNumber({ houses, estimates, lines }: Street, number: number, middle: GridPoint): NumberPoint | null {
  const same = nearest(
    houses.filter((house) => house.number === number && isSupported(house, houses)),
    middle,
  );
  if (same) return { point: same.point, quality: 'address' };
  const block = findPair(houses, number, middle);
  if (block && isBlock(...block)) {
    const [low, high] = block;
    return { point: between(low.point, high.point, toPart(low, high, number)), quality: 'between' };
  }
  const known = estimates.length > 0 ? [...houses, ...estimates] : houses;
  const pair = estimates.length > 0 ? findPair(known, number, middle) : block;
  if (pair) {
    const [low, high] = pair;
    return { point: alongLine(lines, low.point, high.point, toPart(low, high, number)), quality: 'along' };
  }
  return extrapolate(known, lines, number);
}

const nearest = (houses: House[], middle: GridPoint): House | undefined =>
  houses.reduce<House | undefined>(
    (best, house) => (!best || gridDistanceKm(house.point, middle) < gridDistanceKm(best.point, middle) ? house : best),
    undefined,
  );

const isBlock = (low: House, high: House) =>
  high.number - low.number <= BLOCK.numbers && gridDistanceKm(low.point, high.point) <= BLOCK.km;

const toPart = (low: House, high: House, number: number) => (number - low.number) / (high.number - low.number);

const NEIGHBORS = 5;

/** Whether the houses next to one have numbers like its own: one that was filed under the wrong street stands alone among others. */
function isSupported(house: House, houses: House[]): boolean {
  if (houses.length < 2 * NEIGHBORS) return true;
  const beside = houses
    .filter((other) => other !== house)
    .map((other) => ({ other, km: gridDistanceKm(other.point, house.point) }))
    .sort((a, b) => a.km - b.km)
    .slice(0, NEIGHBORS);
  return beside.some(({ other, km }) => km > 1 || Math.abs(other.number - house.number) <= 200 + 1500 * km);
}

/** What a house on the other side of the street, or farther from the middle of the area by a kilometer, counts in numbers. */
const OTHER_SIDE = 20;
const NUMBERS_PER_KM = 60;

/** The closest plausible numbers below and above; of several the nearest to the middle. */
function findPair(houses: House[], number: number, middle: GridPoint): [House, House] | undefined {
  const [below, above] = [closest(houses, number, -1), closest(houses, number, 1)];
  let best: { pair: [House, House]; cost: number } | undefined;
  for (const low of below) {
    for (const high of above) {
      if (!isPlausible(low, high)) continue;
      const cost =
        high.number -
        low.number +
        (isOtherSide(low, number) ? OTHER_SIDE : 0) +
        (isOtherSide(high, number) ? OTHER_SIDE : 0) +
        NUMBERS_PER_KM * gridDistanceKm(low.point, middle);
      if (!best || cost < best.cost) best = { pair: [low, high], cost };
    }
  }
  return best?.pair;
}

const MAX_NEIGHBORS = 8;

/** The closest numbers in one direction, of each side of the street. */
const closest = (houses: House[], number: number, direction: 1 | -1) => {
  const sorted = houses
    .filter((house) => (house.number - number) * direction > 0)
    .sort((a, b) => (a.number - b.number) * direction);
  const sides = [0, 1].map((side) => sorted.filter((house) => house.number % 2 === side).slice(0, MAX_NEIGHBORS));
  return sides.flat();
};

const isOtherSide = (house: House, number: number) => (house.number - number) % 2 !== 0;

const isPlausible = (a: House, b: House) =>
  gridDistanceKm(a.point, b.point) <= GAP_KM + MAX_KM_PER_NUMBER * Math.abs(b.number - a.number);

/** The point at a part of the way between two points, along the street where both are on one of its lines. */
function alongLine(lines: GridPoint[][], from: GridPoint, to: GridPoint, part: number): GridPoint {
  const start = findOnLines(lines, from);
  const end = start && findOnLines([start.line], to);
  return start && end && start.distanceKm <= ROADSIDE_KM && end.distanceKm <= ROADSIDE_KM
    ? pointAlong(start.line, start.km + part * (end.km - start.km))
    : between(from, to, part);
}

/** The point of a number beyond all that are known: on from the last one, in the direction of the numbers; null where that is far. */
function extrapolate(houses: House[], lines: GridPoint[][], number: number): NumberPoint | null {
  const sorted = houses.toSorted((a, b) => Math.abs(a.number - number) - Math.abs(b.number - number));
  const last = sorted[0];
  if (!last || Math.abs(number - last.number) > MAX_EXTRAPOLATED) return null;
  const start = findOnLines(lines, last.point);
  const other = sorted.find((house) => Math.abs(house.number - last.number) >= 20 && isPlausible(house, last));
  const end = start && other && findOnLines([start.line], other.point);
  if (!start || !other || !end || start.distanceKm > ROADSIDE_KM || end.distanceKm > ROADSIDE_KM)
    return Math.abs(number - last.number) <= MAX_EXTRAPOLATED / 3 ? { point: last.point, quality: 'along' } : null;
  const slope = (end.km - start.km) / (other.number - last.number);
  const size = Math.min(Math.max(Math.abs(slope), USUAL_KM_PER_NUMBER / 3), USUAL_KM_PER_NUMBER * 2);
  const km = start.km + Math.sign(slope) * size * (number - last.number);
  return {
    point: pointAlong(start.line, Math.min(Math.max(km, 0), getLengthKm(start.line))),
    quality: 'along',
  };
}
