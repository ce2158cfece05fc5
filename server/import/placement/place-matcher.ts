import { t } from '#contract/i18n/t.ts';
import { readZipCode } from '#contract/values/zip-code.ts';
import { isInCounties, placeAt } from '#server/places/city-outlines.ts';
import type { County, Location, Place, ReferenceData, ZipCode } from '#server/places/gazetteer.ts';
import { getCountyName } from '#server/places/places.ts';
import { distanceKm, findNearestZipCode, type Point } from '#server/places/points.ts';
import { readPoint } from '#server/source-files/point.ts';
import type { ImportRow, RowNote } from '#server/source-files/rows.ts';
import { decideZip } from './contradicted-zip.ts';
import {
  createNamedPlaces,
  findCountyByName,
  matchCity,
  matchCityOfAnyCounty,
  matchExactly,
  type NamedPlaces,
} from './named-places.ts';
import {
  createDeliveredZips,
  type DeliveredZips,
  DOUBTFUL_ZIP_DISTANCE_KM,
  getSpacingKm,
  isFar,
  MAX_ZIP_DISTANCE_KM,
  nearestZip,
  zipOfPlace,
} from './zip-distances.ts';

/** The place of a business in the gazetteer. The point is null where it is unknown. */
export interface PlaceMatch {
  zip: string;
  place: Place;
  county: County;
  location: Location;
  point: Point | null;
}

export const ALL_CAPS: RowNote = {
  kind: 'capitals',
  get text() {
    return t('written in capitals');
  },
  isOtherForm: true,
};

/** The gazetteer with the names of its places, and the ZIP codes of delivery areas. */
export type PlaceMatcher = NamedPlaces & DeliveredZips;

const NEAR_KM = 15;
/** A point at the edge of a small ZIP code is within this distance of its middle. */
const MIN_ZIP_REACH_KM = 4;
/** A ZIP code reaches about as far as the third-nearest one, and nearly always less far than this multiple of it. */
const ZIP_REACH = 1.5;
/** In the city that the row names the ZIP code is as likely wrong as the point. */
const SAME_CITY_FACTOR = 4;

export const createPlaceMatcher = (gazetteer: ReferenceData, streetZips: ReadonlySet<string>): PlaceMatcher => ({
  ...createNamedPlaces(gazetteer),
  ...createDeliveredZips(gazetteer, streetZips),
});

/**
 * Matches a row to a place. The named city has precedence over the postal name of the ZIP code, and over its county where the ZIP code
 * is on the county line. A ZIP code that cannot be read is that of the point; one that is unknown or far from the named city is decided by
 * point or county (see `decideZip`), or the row is refused. A point decides between cities, but not against a city and a ZIP code that agree.
 * @param mend called for each correction
 * @returns the place, or why the row cannot be placed
 */
export function matchPlace(
  placeMatcher: PlaceMatcher,
  fields: ImportRow['fields'],
  mend: (note: RowNote) => void,
): PlaceMatch | RowNote {
  const { gazetteer } = placeMatcher;
  if (!/^(ca(lif(ornia)?)?\.?)?$/i.test(fields.state)) {
    return { kind: 'outside', text: t('outside the eight counties (state {state})', { state: fields.state }) };
  }
  const county = findCountyByName(placeMatcher, fields.county);
  const read = readZipCode(fields.zip);
  const given = read === undefined ? undefined : gazetteer.zipCodes.get(read);
  const isUnreadable = fields.zip !== '' && read === undefined;
  const said = readPoint(fields.lat, fields.lng);
  const point = said && given && isContradicted(placeMatcher, said, given, fields.city) ? null : said;
  const found = given
    ? matchByZip(placeMatcher, given, county, point, fields)
    : isUnreadable
      ? matchWithoutZip(placeMatcher, point, fields)
      : matchByCity(placeMatcher, county, point, fields);
  if ('kind' in found) return found;

  const { zip } = found;
  const inside = point && isOwnPoint(gazetteer, point, found) ? point : null;
  const own = isExact(fields) ? inside : null;
  const place = own ? placeAt(gazetteer, own, found.place) : found.place;
  if (zip.zip !== fields.zip) {
    mend(found.note ?? toZipNote(fields.zip, { zip, isOtherForm: zip === given, isUnreadable }));
  }
  if (fields.city !== place.name) {
    const isUpperCase = fields.city === place.name.toUpperCase();
    mend(
      isUpperCase
        ? ALL_CAPS
        : { kind: 'city', text: t("city ''{typed}'' is {name}", { typed: fields.city, name: place.name }) },
    );
  }
  if (fields.county && county !== place.county) {
    mend({
      kind: 'county',
      text: t("county ''{typed}'' is {name}", { typed: fields.county, name: getCountyName(place.county) }),
    });
  }
  if (!own && (fields.lat || fields.lng)) {
    const { lat, lng } = fields;
    const text = inside
      ? t('point {lat}, {lng} is only to half a mile: left out', { lat, lng })
      : t('point {lat}, {lng} is not in {zip}: left out', { lat, lng, zip: zip.zip });
    mend({ kind: 'point', text });
  }
  return { zip: zip.zip, place, county: place.county, location: place.location, point: own };
}

function toZipNote(
  typed: string,
  { zip: { zip }, isOtherForm, isUnreadable }: { zip: ZipCode; isOtherForm: boolean; isUnreadable: boolean },
): RowNote {
  const text = isUnreadable
    ? t("ZIP code ''{typed}'' can’t be read: {zip} is nearest to the point", { typed, zip })
    : t("ZIP code ''{typed}'' is {zip}", { typed, zip });
  return { kind: isOtherForm ? 'ZIP+4' : 'ZIP code', text };
}

/** Whether a point can be that of a business there: near its ZIP code, and in its county, or in that of the ZIP code. */
function isOwnPoint(gazetteer: ReferenceData, point: Point, { zip, place }: { zip: ZipCode; place: Place }) {
  if (distanceKm(point, zip) > MAX_ZIP_DISTANCE_KM) return false;
  const county = findNearestZipCode(gazetteer, point)?.county;
  return county === zip.county || county === place.county;
}

/** Two decimals are up to half a mile; seconds of a degree are exact. */
const isExact = ({ lat, lng }: ImportRow['fields']) => EXACT.test(lat) || EXACT.test(lng);
const EXACT = /[.,]\d{3}|[″"]/;

/** Whether a point is far from a ZIP code and the city that it belongs to. */
function isContradicted(placeMatcher: PlaceMatcher, point: Point, zip: ZipCode, city: string): boolean {
  const km = distanceKm(point, zip);
  if (km <= MIN_ZIP_REACH_KM || km <= ZIP_REACH * getSpacingKm(placeMatcher, zip)) return false;
  const named = matchExactly(placeMatcher, zip.county, city);
  if (!named?.zipCodes.includes(zip.zip)) return false;
  const { gazetteer, deliveryZipCodes } = placeMatcher;
  const isInCity =
    placeAt(gazetteer, point, named) === named ||
    findNearestZipCode({ zipCodes: deliveryZipCodes }, point)?.place === named;
  return !isInCity || km > Math.max(NEAR_KM, SAME_CITY_FACTOR * getSpacingKm(placeMatcher, zip));
}

/** `note` says why the ZIP code is another one than the row's. */
type ZipMatch = { zip: ZipCode; place: Place; note?: RowNote } | RowNote;

function matchByZip(
  placeMatcher: PlaceMatcher,
  zip: ZipCode,
  county: County | undefined,
  point: Point | null,
  { city, zip: typed }: ImportRow['fields'],
): ZipMatch {
  const inZipCounty = matchCity(placeMatcher, zip.county, city, zip);
  const elsewhere = county
    ? county !== zip.county
      ? matchCity(placeMatcher, county, city)
      : undefined
    : matchCityElsewhere(placeMatcher, zip, city, inZipCounty);
  const named = elsewhere ?? inZipCounty;

  const own = named && point ? nearestZip(placeMatcher, named.zipCodes, point) : undefined;
  if (named && own && point && own.zip !== zip.zip && distanceKm(point, own) <= NEAR_KM) {
    const doubtful = elsewhere && !inZipCounty ? distanceKm(point, own) : DOUBTFUL_ZIP_DISTANCE_KM;
    if (distanceKm(point, zip) > doubtful) return { zip: own, place: named };
  }
  if (named && isFar(placeMatcher, zip, named) && !(point && distanceKm(point, zip) <= NEAR_KM)) {
    const isCountyOfCity = county !== undefined && county === named.county && county !== zip.county;
    const decided = decideZip(placeMatcher, { typed, zip, place: named, point, isCountyOfCity });
    return 'zip' in decided ? { ...decided, place: named } : decided;
  }
  // The ZIP code straddles the county line, and the city has none of its own: the city is right.
  if (elsewhere && elsewhere.zipCodes.length === 0 && distanceKm(elsewhere, zip) <= NEAR_KM) {
    return { zip, place: elsewhere };
  }
  const place = inZipCounty ?? zip.place;
  return place ? { zip, place } : { kind: 'place', text: t('no known place has the ZIP code {zip}', { zip: zip.zip }) };
}

/**
 * A city of the exact name in another county than the ZIP code: one across the county line, where the ZIP code's own has no such city
 * or only calls the post office so, or the only one of that name.
 */
function matchCityElsewhere(placeMatcher: PlaceMatcher, zip: ZipCode, city: string, inZipCounty: Place | undefined) {
  const exact = matchExactly(placeMatcher, zip.county, city);
  if (exact && exact.kind !== 'post-office') return undefined;
  const others = placeMatcher.gazetteer.counties.all
    .filter((county) => county !== zip.county)
    .map((county) => matchExactly(placeMatcher, county, city))
    .filter((place) => place !== undefined);
  const across = others.find(
    (place) => distanceKm(place, zip) <= NEAR_KM && (!exact || place.kind === 'city' || place.kind === 'town'),
  );
  return across ?? (inZipCounty || others.length > 1 ? undefined : others[0]);
}

function matchByCity(
  placeMatcher: PlaceMatcher,
  county: County | undefined,
  point: Point | null,
  fields: ImportRow['fields'],
): ZipMatch {
  if (!fields.city && !fields.zip && point) return matchByPoint(placeMatcher, point);
  const place = fields.county
    ? county && matchCity(placeMatcher, county, fields.city)
    : matchCityOfAnyCounty(placeMatcher, fields.city, point);
  if (!place) {
    if (fields.county && !county)
      return { kind: 'outside', text: t('outside the eight counties ({where})', { where: fields.county }) };
    return {
      kind: 'place',
      text: t(
        "unknown ZIP code ''{zip}'', and ''{city}'' is no known city of {where, select, county {the county} other {the eight counties}}",
        { zip: fields.zip, city: fields.city, where: fields.county ? 'county' : 'all' },
      ),
    };
  }
  if (fields.zip) {
    const decided = decideZip(placeMatcher, {
      ...{ typed: fields.zip, zip: undefined, place, point, isCountyOfCity: county === place.county },
    });
    return 'zip' in decided ? { ...decided, place } : decided;
  }
  const zip = zipOfPlace(placeMatcher, place, point);
  return zip ? { zip, place } : { kind: 'place', text: t('no ZIP code is near {name}', { name: place.name }) };
}

/** A ZIP code that cannot be read is not replaced by that of the city, which it may contradict: only a point says where the row is. */
function matchWithoutZip(placeMatcher: PlaceMatcher, point: Point | null, { zip }: ImportRow['fields']): ZipMatch {
  if (point) return matchByPoint(placeMatcher, point);
  return { kind: 'ZIP code', text: t("ZIP code ''{typed}'' can’t be read, and there is no point", { typed: zip }) };
}

/** A row that says nothing but its point is at the ZIP code nearest to it. */
function matchByPoint({ deliveryZipCodes }: PlaceMatcher, point: Point): ZipMatch {
  if (!isInCounties(point))
    return {
      kind: 'outside',
      text: t('outside the eight counties ({where})', { where: `${point.lat}, ${point.lng}` }),
    };
  const zip = findNearestZipCode({ zipCodes: deliveryZipCodes }, point);
  return zip?.place
    ? { zip, place: zip.place }
    : { kind: 'place', text: t('no place is near {lat}, {lng}', { lat: point.lat, lng: point.lng }) };
}
