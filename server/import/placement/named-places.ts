import type { County, Place, ReferenceData, ZipCode } from '#server/places/gazetteer.ts';
import { toNameKey } from '#server/places/places.ts';
import { distanceKm, type Point } from '#server/places/points.ts';

/** The gazetteer by the names of counties, and of the places of each. */
export interface NamedPlaces {
  gazetteer: ReferenceData;
  placesByCountyAndName: ReadonlyMap<string, Place>;
  countiesByName: ReadonlyMap<string, County>;
}

export function createNamedPlaces(gazetteer: ReferenceData): NamedPlaces {
  const entries = gazetteer.places.all.map((place): [string, Place] => [
    `${place.county.id}|${toNameKey(place.name)}`,
    place,
  ]);
  return {
    gazetteer,
    placesByCountyAndName: new Map(entries),
    countiesByName: new Map(gazetteer.counties.all.map((county) => [toNameKey(county.name), county])),
  };
}

/** The place that a text names in one of the counties; where several have it, the one nearest to the point. */
export function matchCityOfAnyCounty(named: NamedPlaces, city: string, point: Point | null): Place | undefined {
  const places = named.gazetteer.counties.all
    .map((county) => matchCity(named, county, city))
    .filter((place) => place !== undefined);
  if (places.length <= 1) return places[0];
  return point ? places.reduce((a, b) => (distanceKm(b, point) < distanceKm(a, point) ? b : a)) : undefined;
}

/**
 * The place of the county that a text names: by its exact name, or without what some sources add to it ('NAF EL
 * CENTRO', 'City Of …'), or cut short ('PALOS VERDES PENINSU'), or longer than the name for the ZIP code ('Anaheim Hills').
 */
export function matchCity(named: NamedPlaces, county: County, city: string, zip?: ZipCode): Place | undefined {
  const exact = matchExactly(named, county, city);
  if (exact) return exact;
  const bare = toBareKey(city);
  if (!bare) return undefined;
  const postal = zip?.place;
  const postalKey = postal ? toNameKey(postal.name) : '';
  if (postal && bare.length >= 5 && (postalKey.startsWith(bare) || bare.startsWith(postalKey))) return postal;
  const begun = named.gazetteer.places.all.filter(
    (place) => bare.length >= 10 && place.county === county && toNameKey(place.name).startsWith(bare),
  );
  return begun.length === 1 ? begun[0] : undefined;
}

const toBareKey = (city: string) => toNameKey(city.replace(/\b(afb|mcb|naf|nas)\b\.?/gi, ''));

/** The place of the county with this name, or without what some sources add to it. */
export function matchExactly({ placesByCountyAndName }: NamedPlaces, county: County, city: string): Place | undefined {
  const bare = toBareKey(city);
  if (!bare) return undefined;
  return [toNameKey(city), bare, bare.replace(/^city(of)?/, '')]
    .map((key) => placesByCountyAndName.get(`${county.id}|${key}`))
    .find((place) => place !== undefined);
}

/** The county of a name, with or without the word. */
export const findCountyByName = ({ countiesByName }: NamedPlaces, text: string) =>
  countiesByName.get(`${toNameKey(text).replace(/county$/, '')}county`);
