import { readStreetName, type StreetName } from '#contract/values/street-name.ts';
import type { Point } from '#server/places/points.ts';
import { editDistance } from '#server/platform/edit-distance.ts';
import { fromGrid, type GridPoint, gridDistanceKm, toGrid } from './grid.ts';
import { attachKnown } from './known-addresses.ts';
import { locateNumber, type PointQuality } from './locate-number.ts';
import type { SearchArea } from './search-area.ts';
import type { House, Street } from './street.ts';
import { toStreetKey } from './street-key.ts';

/** The point of an address. */
export interface AddressPoint extends Point {
  quality: Exclude<PointQuality, 'zip'>;
  /** The street as signs have it. */
  street: string;
}

/** The point of a number on the best of some streets of its name or a similar one; null where none is in the area. */
export function chooseStreet(
  streets: Street[],
  { name, number, area }: { name: StreetName; number: number | null; area: SearchArea },
): AddressPoint | null {
  const middle = toGrid(area.middle);
  let best: { found: AddressPoint; cost: number } | undefined;
  for (const street of joinKnown(streets, name)) {
    // Long streets are numbered anew in each city: first by the houses of the area itself.
    for (const reachKm of [NEAR_FACTOR * area.usualKm, area.maxKm]) {
      const located = locateNumber(within(street, middle, reachKm), number, middle);
      const km = located ? gridDistanceKm(located.point, middle) : Infinity;
      if (!located || km > area.maxKm) continue;
      const isOther = street.mismatch >= OTHER_STREET;
      const quality = isOther && located.quality !== 'street' ? 'along' : located.quality;
      const cost =
        QUALITY_COST[quality] +
        MISMATCH_KM * street.mismatch +
        NEARNESS * km +
        OUTSIDE_FACTOR * Math.max(0, km - area.usualKm);
      if (!best || cost < best.cost)
        best = { cost, found: { ...fromGrid(located.point), quality, street: street.name } };
    }
  }
  return best?.found ?? null;
}

interface Candidate extends Street {
  mismatch: number;
}

/** The streets, those of single rows joined with the roads that they stand at, and how much their names differ from what is sought. */
function joinKnown(streets: Street[], name: StreetName): Candidate[] {
  const byKey = Map.groupBy(streets, (street) => toStreetKey(readStreetName(street.name)));
  return [...byKey.values()]
    .flatMap((named) =>
      attachKnown(
        named.filter(({ lines }) => lines.length > 0),
        named.filter(({ lines }) => lines.length === 0),
      ),
    )
    .map((street) => ({ ...street, mismatch: mismatch(name, readStreetName(street.name)) }))
    .filter(({ mismatch }) => mismatch < DIFFERENT);
}

/** A letter more or less is a misspelling in a name of five, and two in one of ten. */
const LETTERS_PER_ERROR = 5;
const DIFFERENT = 9;

/** How much two names differ: up to 1 where only one has a direction or type. */
function mismatch(a: StreetName, b: StreetName): number {
  const [key, other] = [toStreetKey(a), toStreetKey(b)];
  const maxErrors = Math.min(2, Math.floor(key.length / LETTERS_PER_ERROR));
  const errors = key === other ? 0 : editDistance(key, other, maxErrors);
  if (errors > maxErrors) return DIFFERENT;
  const differ = (x: string | null, y: string | null, [missing, conflict]: [number, number]) =>
    x === y ? 0 : x === null || y === null ? missing : conflict;
  return 0.5 * errors + differ(a.direction, b.direction, [0.3, 2]) + differ(a.type, b.type, [0.3, 1.5]);
}

const QUALITY_COST = { address: 0, between: 0.3, along: 1, street: 3 };
const NEAR_FACTOR = 2.5;
const NEARNESS = 0.3;
const MISMATCH_KM = 2;
const OUTSIDE_FACTOR = 1;
/** One of another direction or type is another street: its houses prove nothing. */
const OTHER_STREET = 1.5;

/** A street with only the numbers near a point. */
function within(street: Street, middle: GridPoint, km: number): Street {
  const isNear = ({ point }: House) => gridDistanceKm(point, middle) <= km;
  return { ...street, houses: street.houses.filter(isNear), estimates: street.estimates.filter(isNear) };
}
