import type { FastifyReply } from 'fastify';
import { apiErrorSchema, slugSchema } from '#contract/api.ts';
import {
  citySchema,
  countiesQuerySchema,
  countyPageSchema,
  locationSchema,
  locationsQuerySchema,
  placePageSchema,
} from '#contract/places.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '../http/api.ts';
import { setSurrogateKeys } from '../page-cache/cache-plugin.ts';
import { COUNTS_KEY, countyCountsKey } from './counted-links.ts';
import { findCounty, listCounties, toCountyPage } from './counties.ts';
import type { Counts } from './counts.ts';
import type { Gazetteer } from './gazetteer.ts';
import {
  findCity,
  findLocation,
  listCities,
  listLocations,
  placeSurrogateKey,
  type ResolvedPlace,
  toPlacePage,
} from './places.ts';

const slugParams = z.object({ slug: slugSchema });
const config = { cacheable: true };
const tags = ['Places'];

/** The routes of counties, cities and locations, without their listings. */
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
    async (request, reply) => {
      return sendPlace(reply, findLocation(gazetteer, request.params.slug));
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
    async (request, reply) => {
      return sendPlace(reply, findCity(gazetteer, request.params.slug));
    },
  );

  function sendPlace(reply: FastifyReply, found: ResolvedPlace) {
    const page = toPlacePage(gazetteer, counts, found);
    setSurrogateKeys(reply, [placeSurrogateKey(found, page)]);
    return page;
  }
}
