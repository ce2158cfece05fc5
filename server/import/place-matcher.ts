import { t } from '#contract/i18n/t.ts';
import { readZipCode } from '#contract/values/zip-code.ts';
import { isInCounties, placeAt } from '#server/places/city-outlines.ts';
import type { County, Location, Place, ReferenceData, ZipCode } from '#server/places/gazetteer.ts';
import { getCountyName, toNameKey } from '#server/places/places.ts';
import { distanceKm, findNearestZipCode, type Point } from '#server/places/points.ts';
import { readPoint } from '#server/source-files/point.ts';
import type { ImportRow, RowNote } from '#server/source-files/rows.ts';

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

/** The gazetteer, the ZIP codes of delivery areas, and an index of places by county and name. */
export interface PlaceMatcher {
  gazetteer: ReferenceData;
  streetZips: ReadonlySet<string>;
  placesByCountyAndName: ReadonlyMap<string, Place>;
  countiesByName: ReadonlyMap<string, County>;
  /** The ZIP codes of `streetZips`. */
  deliveryZipCodes: ReferenceData['zipCodes'];
}

/** Beyond this distance from its ZIP code a point is wrong: the largest ZIP codes of the desert reach about 60 km. */
const MAX_ZIP_DISTANCE_KM = 60;
/** A point beyond this distance from its ZIP code and near the named city shows that the ZIP code is wrong. */
const DOUBTFUL_ZIP_DISTANCE_KM = 25;
const NEAR_KM = 15;

export function createPlaceMatcher(gazetteer: ReferenceData, streetZips: ReadonlySet<string>): PlaceMatcher {
  const entries = gazetteer.places.all.map((place): [string, Place] => [
    `${place.county.id}|${toNameKey(place.name)}`,
    place,
  ]);
  return {
    gazetteer,
    streetZips,
    placesByCountyAndName: new Map(entries),
    countiesByName: new Map(gazetteer.counties.all.map((county) => [toNameKey(county.name), county])),
    deliveryZipCodes: new Map([...gazetteer.zipCodes].filter(([zip]) => streetZips.has(zip))),
  };
}

/**
 * Matches a row to a place. The ZIP code determines the county. The named city has precedence over the postal name of the
 * ZIP code if the gazetteer has it there. A ZIP code that cannot be read is that of the point. One that is missing, unknown, or
 * contradicted by city, county and point together is replaced by one of the city's. A point decides between cities.
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
  const point = readPoint(fields.lat, fields.lng);
  const read = readZipCode(fields.zip);
  const given = read === undefined ? undefined : gazetteer.zipCodes.get(read);
  const isUnreadable = fields.zip !== '' && read === undefined;
  const found = given
    ? matchByZip(placeMatcher, given, county, point, fields)
    : isUnreadable
      ? matchWithoutZip(placeMatcher, point, fields)
      : matchByCity(placeMatcher, county, point, fields);
  if ('kind' in found) return found;

  const { zip } = found;
  const own = point && isOwnPoint(gazetteer, point, found) ? point : null;
  const place = own ? placeAt(gazetteer, own, found.place) : found.place;
  if (zip.zip !== fields.zip) mend(toZipNote(fields.zip, { zip, isOtherForm: zip === given, isUnreadable }));
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
    mend({
      kind: 'point',
      text: t('point {lat}, {lng} is not in {zip}: left out', { lat: fields.lat, lng: fields.lng, zip: zip.zip }),
    });
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

type ZipMatch = { zip: ZipCode; place: Place } | RowNote;

function matchByZip(
  placeMatcher: PlaceMatcher,
  zip: ZipCode,
  county: County | undefined,
  point: Point | null,
  { city }: ImportRow['fields'],
): ZipMatch {
  const inZipCounty = matchCity(placeMatcher, zip.county, city, zip);
  const elsewhere = county && county !== zip.county ? matchCity(placeMatcher, county, city) : undefined;
  const named = elsewhere ?? inZipCounty;

  const own = named && point ? nearestZip(placeMatcher, named.zipCodes, point) : undefined;
  if (named && own && point && own.zip !== zip.zip && distanceKm(point, own) <= NEAR_KM) {
    const doubtful = elsewhere && !inZipCounty ? distanceKm(point, own) : DOUBTFUL_ZIP_DISTANCE_KM;
    if (distanceKm(point, zip) > doubtful) return { zip: own, place: named };
  }
  // The ZIP code straddles the county line, and the city has none of its own: city and county are right.
  if (elsewhere && elsewhere.zipCodes.length === 0 && distanceKm(elsewhere, zip) <= NEAR_KM) {
    return { zip, place: elsewhere };
  }
  const place = inZipCounty ?? zip.place;
  return place ? { zip, place } : { kind: 'place', text: t('no known place has the ZIP code {zip}', { zip: zip.zip }) };
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
  const near = point && distanceKm(point, place) <= MAX_ZIP_DISTANCE_KM ? point : place;
  const countyZips = placeMatcher.gazetteer.locations.all.filter((location) => location.county === place.county);
  const zip =
    nearestZip(placeMatcher, place.zipCodes, near) ??
    nearestZip(
      placeMatcher,
      countyZips.flatMap(({ zipCodes }) => zipCodes),
      near,
    );
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

/** The place that a text names in one of the counties; where several have it, the one nearest to the point. */
function matchCityOfAnyCounty(placeMatcher: PlaceMatcher, city: string, point: Point | null): Place | undefined {
  const places = placeMatcher.gazetteer.counties.all
    .map((county) => matchCity(placeMatcher, county, city))
    .filter((place) => place !== undefined);
  if (places.length <= 1) return places[0];
  return point ? places.reduce((a, b) => (distanceKm(b, point) < distanceKm(a, point) ? b : a)) : undefined;
}

function nearestZip({ gazetteer, streetZips }: PlaceMatcher, zips: string[], point: Point): ZipCode | undefined {
  const known = zips.map((zip) => gazetteer.zipCodes.get(zip)).filter((zip) => zip !== undefined);
  const delivering = known.filter(({ zip }) => streetZips.has(zip));
  const candidates = delivering.length > 0 ? delivering : known;
  return candidates
    .map((zip) => ({ zip, km: distanceKm(point, zip) }))
    .reduce<{ zip?: ZipCode; km: number }>((best, next) => (next.km < best.km ? next : best), { km: Infinity }).zip;
}

/**
 * The place of the county that a text names: by its exact name, or without what some sources add to it ('NAF EL
 * CENTRO', 'City Of …'), or cut short ('PALOS VERDES PENINSU'), or longer than the name for the ZIP code ('Anaheim Hills').
 */
function matchCity(placeMatcher: PlaceMatcher, county: County, city: string, zip?: ZipCode): Place | undefined {
  const bare = toNameKey(city.replace(/\b(afb|mcb|naf|nas)\b\.?/gi, ''));
  const key = toNameKey(city);
  if (!bare) return undefined;
  const exact = [key, bare, bare.replace(/^city(of)?/, '')]
    .map((candidate) => placeMatcher.placesByCountyAndName.get(`${county.id}|${candidate}`))
    .find((place) => place !== undefined);
  if (exact) return exact;

  const postal = zip?.place;
  const postalKey = postal ? toNameKey(postal.name) : '';
  if (postal && bare.length >= 5 && (postalKey.startsWith(bare) || bare.startsWith(postalKey))) return postal;
  const begun = placeMatcher.gazetteer.places.all.filter(
    (place) => bare.length >= 10 && place.county === county && toNameKey(place.name).startsWith(bare),
  );
  return begun.length === 1 ? begun[0] : undefined;
}

const findCountyByName = ({ countiesByName }: PlaceMatcher, text: string) =>
  countiesByName.get(`${toNameKey(text).replace(/county$/, '')}county`);
