import { t } from '#contract/i18n/t.ts';
import type { Place, ZipCode } from '#server/places/gazetteer.ts';
import { distanceKm, type Point } from '#server/places/points.ts';
import type { RowNote } from '#server/source-files/rows.ts';
import { type DeliveredZips, nearestZip, zipOfPlace } from './zip-distances.ts';

/** What a row says of its place, where its ZIP code is not one of the named city. */
interface Contradiction {
  typed: string;
  /** The ZIP code, where it is one of the region. */
  zip: ZipCode | undefined;
  place: Place;
  point: Point | null;
  /** Whether the county is that of the city, and not that of the ZIP code. */
  isCountyOfCity: boolean;
}

const NEAR_KM = 15;

/**
 * The ZIP code of a row whose own one contradicts its city: that of a point in the city; that of the city from which one that does not exist differs
 * by a slip; or, where city and county agree, one in the middle of the city. Nothing else says which of the two is right.
 */
export function decideZip(zips: DeliveredZips, said: Contradiction): { zip: ZipCode; note: RowNote } | RowNote {
  const { typed, zip, place, point, isCountyOfCity } = said;
  const near = point ? nearestZip(zips, place.zipCodes, point) : undefined;
  if (near && point && distanceKm(point, near) <= NEAR_KM) return { zip: near, note: toNote(typed, near) };
  const meant = zip ? undefined : findSlip(zips, typed, place);
  if (meant) return { zip: meant, note: toNote(typed, meant) };
  const middle = isCountyOfCity ? zipOfPlace(zips, place, null) : undefined;
  if (middle) {
    const text = t("ZIP code ''{typed}'' is {zip}, in the middle of {city}: city and county agree", {
      typed,
      zip: middle.zip,
      city: place.name,
    });
    return { zip: middle, note: { kind: 'ZIP code', text } };
  }
  const text = t("ZIP code ''{typed}'' is not in {city}, and neither a point nor the county says which is right", {
    typed,
    city: place.name,
  });
  return { kind: 'contradiction', text };
}

const toNote = (typed: string, { zip }: ZipCode): RowNote => ({
  kind: 'ZIP code',
  text: t("ZIP code ''{typed}'' is {zip}", { typed, zip }),
});

/** The only ZIP code of a city that has one other digit, or two neighboring digits the other way around. */
function findSlip({ gazetteer, streetZips }: DeliveredZips, typed: string, place: Place): ZipCode | undefined {
  const meant = place.zipCodes.filter((zip) => streetZips.has(zip) && isSlip(typed.slice(0, 5), zip));
  return meant.length === 1 ? gazetteer.zipCodes.get(meant[0] as string) : undefined;
}

function isSlip(typed: string, zip: string) {
  const other = [...zip].flatMap((digit, index) => (digit === typed[index] ? [] : [index]));
  const [first = 0, second] = other;
  if (second === undefined) return true;
  return other.length === 2 && second === first + 1 && typed[first] === zip[second] && typed[second] === zip[first];
}
