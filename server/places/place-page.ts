import type { FastifyReply } from 'fastify';
import { apiErrorSchema, slugSchema } from '#contract/api.ts';
import { translateDefined } from '#contract/i18n/t.ts';
import { type PlacePage, placePageSchema } from '#contract/places.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import type { Counts } from './counts.ts';
import type { Gazetteer, Location, Place } from './gazetteer.ts';
import {
  COUNTS_KEY,
  countyCountsKey,
  findCity,
  findLocation,
  getLocationName,
  placeCountsKey,
  type ResolvedPlace,
  toCountedCity,
  toCountyLink,
  toLink,
  toLocationLink,
  topCategoriesInPlace,
} from './places.ts';
import { getScenery } from './scenery.ts';

const slugParams = z.object({ slug: slugSchema });
const config = { cacheable: true };
const tags = ['Places'];

/** The most nearby places on the page of a location or city. */
const MAX_NEARBY = 8;

/** The routes of the page of a location or city, without its listings. */
export function placePageRoutes(api: Api, { gazetteer, counts }: { gazetteer: Gazetteer; counts: Counts }) {
  api.get(
    '/api/location/:slug',
    {
      config,
      schema: {
        tags,
        summary: 'Retrieve a location, a city, or a region outside California by its slug',
        params: slugParams,
        response: { 200: placePageSchema, 404: apiErrorSchema },
      },
    },
    async (request, reply) => sendPlace(reply, findLocation(gazetteer, request.params.slug)),
  );

  api.get(
    '/api/city/:slug',
    {
      config,
      schema: {
        tags,
        summary: 'Retrieve a city, or the location with that slug if there is no such city',
        params: slugParams,
        response: { 200: placePageSchema, 404: apiErrorSchema },
      },
    },
    async (request, reply) => sendPlace(reply, findCity(gazetteer, request.params.slug)),
  );

  function sendPlace(reply: FastifyReply, found: ResolvedPlace) {
    const page = toPlacePage(gazetteer, counts, found);
    setSurrogateKeys(reply, [placeSurrogateKey(found, page)]);
    return page;
  }
}

function toPlacePage(gazetteer: Gazetteer, counts: Counts, found: ResolvedPlace): PlacePage {
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
      scenery: null,
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
      scenery: null,
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
    scenery: getScenery(place),
  };
}

/** The surrogate key of the counts on a place's page: without listings it shows the counts of nearby places. */
function placeSurrogateKey(found: ResolvedPlace, { count }: PlacePage): string {
  if (found.type === 'region') return 'gazetteer';
  if (count === 0) return COUNTS_KEY;
  return found.type === 'city' ? placeCountsKey(found.place.id) : countyCountsKey(found.location.county.id);
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

/** The places with listings that are nearest to a point, with their counts. */
export function nearestPlacesWithListings(
  { places }: Gazetteer,
  counts: Counts,
  point: { lat: number | null; lng: number | null },
) {
  const found = nearestWithListings(places.all, point, ({ id }) => counts.places.get(id));
  return found.map((place) => toCountedCity(place, counts));
}

/** A point; null where it is unknown. */
interface Point {
  lat: number | null;
  lng: number | null;
}

/** The number of alternatives to a page without listings. */
const MAX_NEAREST = 8;

/** The rows with listings that are nearest to a point, nearest first. */
export function nearestWithListings<Row extends Point>(
  rows: readonly Row[],
  point: Point,
  count: (row: Row) => number | undefined,
): Row[] {
  return rows
    .filter(count)
    .toSorted((a, b) => distance(a, point) - distance(b, point))
    .slice(0, MAX_NEAREST);
}

/** A distance for comparison only: in degrees, with longitudes scaled for 34° north. */
export const distance = (a: Point, b: Point) =>
  Math.hypot((a.lat ?? 0) - (b.lat ?? 0), ((a.lng ?? 0) - (b.lng ?? 0)) * 0.83);
