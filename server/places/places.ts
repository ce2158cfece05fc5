import { t, translateDefined } from '#contract/i18n/t.ts';
import type { City, Location as LocationResponse, PlaceLink, PlacePage } from '#contract/places.ts';
import { REGIONS_OUTSIDE_CALIFORNIA } from '#contract/regions.ts';
import { NotFound } from '../http/errors.ts';
import {
  COUNTS_KEY,
  countyCountsKey,
  distance,
  nearestWithListings,
  placeCountsKey,
  topCategoriesInPlace,
} from './counted-links.ts';
import type { Counts } from './counts.ts';
import type { Gazetteer, Location, Place } from './gazetteer.ts';
import { getLocationName, toCountyLink, toLocationLink } from './shown-names.ts';

/** The most nearby places on the page of a location or city. */
const MAX_NEARBY = 8;

/** The resolved slug of `/{location}` or `/city/{location}`. */
export type ResolvedPlace =
  | { type: 'location'; location: Location }
  | { type: 'city'; place: Place }
  | { type: 'region'; region: PlaceLink };

/**
 * Resolves `/{location}`: one of the nine locations, else a place of the gazetteer, else a region outside California.
 * @throws {NotFound} 'Location Not Found'
 */
export function findLocation(gazetteer: Gazetteer, slug: string): ResolvedPlace {
  const found = resolveLocation(gazetteer, slug) ?? resolveCity(gazetteer, slug) ?? resolveRegion(slug);
  if (!found) throw new NotFound(t('Location Not Found'));
  return found;
}

/**
 * `/city/{slug}` is looked up as a place first and as a location second (docs/product.md, Page URLs).
 * @throws {NotFound} 'City Not Found'
 */
export function findCity(gazetteer: Gazetteer, slug: string): ResolvedPlace {
  const found = resolveCity(gazetteer, slug) ?? resolveLocation(gazetteer, slug);
  if (!found) throw new NotFound(t('City Not Found'));
  return found;
}

/** @throws {NotFound} 'City Not Found', for a location too: locations have no category pages */
export function findPlace({ places }: Gazetteer, slug: string): Place {
  const place = places.bySlug.get(slug);
  if (!place) throw new NotFound(t('City Not Found'));
  return place;
}

function resolveLocation({ locations }: Gazetteer, slug: string): ResolvedPlace | null {
  const location = locations.bySlug.get(slug);
  return location ? { type: 'location', location } : null;
}

function resolveCity({ places }: Gazetteer, slug: string): ResolvedPlace | null {
  const place = places.bySlug.get(slug);
  return place ? { type: 'city', place } : null;
}

function resolveRegion(slug: string): ResolvedPlace | null {
  const region = REGIONS_OUTSIDE_CALIFORNIA.find((outside) => outside.slug === slug);
  return region ? { type: 'region', region } : null;
}

/**
 * The nine locations by id.
 * @param options.zipCodes whether to include their ZIP codes
 */
export const listLocations = ({ locations }: Gazetteer, options: { zipCodes: boolean }): LocationResponse[] =>
  locations.all.map(({ zipCodes, ...location }) => ({
    ...toLocationLink(location),
    ...(options.zipCodes && { zipCodes }),
  }));

/** All places by name. */
export const listCities = ({ places }: Gazetteer, counts: Counts): City[] =>
  places.all.map((place) => ({ ...toCountedCity(place, counts), county: place.county.slug }));

/** A link to a place with the number of its listings. */
export const toCountedCity = (place: Place, { places }: Counts) => ({
  ...toLink(place),
  count: places.get(place.id) ?? 0,
});

/** The page of a place, without its listings. */
export function toPlacePage(gazetteer: Gazetteer, counts: Counts, found: ResolvedPlace): PlacePage {
  if (found.type === 'region') {
    return {
      ...found.region,
      name: translateDefined(found.region.name),
      type: 'region',
      count: 0,
      county: null,
      city: null,
      location: null,
      zipCodes: [],
      categories: [],
      neighborhoods: [],
      nearby: [],
      nearest: [],
      lat: null,
      lng: null,
      population: null,
    };
  }
  if (found.type === 'location') {
    const { location } = found;
    const count = location.zipCodes.reduce((sum, zip) => sum + (counts.zipCodes.get(zip) ?? 0), 0);
    return {
      name: getLocationName(location),
      slug: location.slug,
      type: 'location',
      count,
      county: toCountyLink(location.county),
      city: null,
      location: toLocationLink(location),
      zipCodes: location.zipCodes,
      categories: [],
      neighborhoods: [],
      nearby: largestPlaces(gazetteer, location).map(toLink),
      nearest: count === 0 ? nearestPlacesWithListings(gazetteer, counts, location) : [],
      lat: location.lat,
      lng: location.lng,
      population: null,
    };
  }
  const { place } = found;
  const { count } = toCountedCity(place, counts);
  const city = gazetteer.places.byId.get(place.cityId ?? 0);
  return {
    ...toLink(place),
    type: 'city',
    count,
    county: toCountyLink(place.county),
    city: city ? toLink(city) : null,
    location: toLocationLink(place.location),
    zipCodes: place.zipCodes,
    categories: topCategoriesInPlace(gazetteer, counts, place),
    neighborhoods: gazetteer.places.all
      .filter(({ id, cityId }) => cityId === place.id && counts.places.has(id))
      .map((part) => toCountedCity(part, counts)),
    nearby: nearbyPlaces(gazetteer, place).map(toLink),
    nearest: count === 0 ? nearestPlacesWithListings(gazetteer, counts, place) : [],
    lat: place.lat,
    lng: place.lng,
    population: place.population,
  };
}

/** The surrogate key of the counts on a place's page: without listings it shows the counts of nearby places. */
export function placeSurrogateKey(found: ResolvedPlace, { count }: PlacePage): string {
  if (found.type === 'region') return 'gazetteer';
  if (count === 0) return COUNTS_KEY;
  return found.type === 'city' ? placeCountsKey(found.place.id) : countyCountsKey(found.location.county.id);
}

/** The places with listings that are nearest to a point, with their counts. */
export function nearestPlacesWithListings(
  { places }: Gazetteer,
  counts: Counts,
  point: { lat: number | null; lng: number | null },
) {
  const found = nearestWithListings(places.all, point, ({ id }) => counts.places.get(id));
  return found.map((place) => toCountedCity(place, counts));
}

const largestPlaces = ({ places }: Gazetteer, location: Location) =>
  places.all
    .filter((place) => place.location.id === location.id && isIncorporated(place))
    .toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0))
    .slice(0, MAX_NEARBY);

const nearbyPlaces = ({ places }: Gazetteer, place: Place) =>
  places.all
    .filter((other) => other.id !== place.id && (isIncorporated(other) || other.kind === 'community'))
    .toSorted((a, b) => distance(a, place) - distance(b, place))
    .slice(0, MAX_NEARBY);

const isIncorporated = ({ kind }: Place) => kind === 'city' || kind === 'town';

/** The public link of a row with a page: its name and slug. */
export const toLink = ({ name, slug }: PlaceLink): PlaceLink => ({ name, slug });

/** The slug of a name: 'La Cañada Flintridge' becomes 'la-canada-flintridge'. */
export function slugify(name: string) {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** A name without case, accents, spaces and punctuation, for comparison. */
export const toNameKey = (name: string) => slugify(name).replaceAll('-', '');
