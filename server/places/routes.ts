import { apiErrorSchema, slugSchema } from '#contract/api.ts';
import {
  type City,
  citySchema,
  countiesQuerySchema,
  countyPageSchema,
  type Location,
  locationSchema,
  locationsQuerySchema,
} from '#contract/places.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { findCounty, listCounties, toCountyPage } from './counties.ts';
import type { Counts } from './counts.ts';
import type { Gazetteer } from './gazetteer.ts';
import { COUNTS_KEY, countyCountsKey, toCountedCity, toLocationLink } from './places.ts';

const slugParams = z.object({ slug: slugSchema });
const config = { cacheable: true };
const tags = ['Places'];

/** The routes of counties, and of the lists of cities and locations. */
export function placeRoutes(api: Api, { gazetteer, counts }: { gazetteer: Gazetteer; counts: Counts }) {
  api.get(
    '/api/locations',
    {
      config,
      schema: {
        tags,
        summary: 'List the nine locations, with their ZIP codes unless zipCodes=false',
        querystring: locationsQuerySchema,
        response: { 200: z.array(locationSchema), 400: apiErrorSchema },
      },
    },
    async (request, reply) => {
      setSurrogateKeys(reply, ['gazetteer']);
      return listLocations(gazetteer, request.query);
    },
  );

  api.get(
    '/api/counties',
    {
      config,
      schema: {
        tags,
        summary: 'List counties with listing counts, and with their cities if cities=true',
        querystring: countiesQuerySchema,
        response: { 200: z.array(countyPageSchema.partial({ cities: true })), 400: apiErrorSchema },
      },
    },
    async (request, reply) => {
      setSurrogateKeys(reply, [COUNTS_KEY]);
      return listCounties(gazetteer, counts, request.query);
    },
  );

  api.get(
    '/api/county/:slug',
    {
      config,
      schema: {
        tags,
        summary: 'Retrieve a county with its cities and listing counts',
        params: slugParams,
        response: { 200: countyPageSchema, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const county = findCounty(gazetteer, request.params.slug);
      setSurrogateKeys(reply, [countyCountsKey(county.id)]);
      return toCountyPage(gazetteer, counts, county);
    },
  );

  api.get(
    '/api/cities',
    {
      config,
      schema: {
        tags,
        summary: 'List cities, communities and neighborhoods by name, with listing counts',
        response: { 200: z.array(citySchema) },
      },
    },
    async (_request, reply) => {
      setSurrogateKeys(reply, [COUNTS_KEY]);
      return listCities(gazetteer, counts);
    },
  );
}

/**
 * The nine locations by id.
 * @param options.zipCodes whether to include their ZIP codes
 */
const listLocations = ({ locations }: Gazetteer, options: { zipCodes: boolean }): Location[] =>
  locations.all.map(({ zipCodes, ...location }) => ({
    ...toLocationLink(location),
    ...(options.zipCodes && { zipCodes }),
  }));

/** All places by name. */
const listCities = ({ places }: Gazetteer, counts: Counts): City[] =>
  places.all.map((place) => ({ ...toCountedCity(place, counts), county: place.county.slug }));
