import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { apiErrorSchema, listQuerySchema, slugSchema } from '#contract/api.ts';
import {
  type Ad,
  adIdSchema,
  adPageSchema,
  adSchema,
  adsQuerySchema,
  featuredQuerySchema,
} from '#contract/listings.ts';
import { zipAdsSchema } from '#contract/places.ts';
import { z } from '#contract/zod.ts';
import { findCategory } from '../categories/categories.ts';
import type { DB } from '../db/schema.ts';
import { type Api, dependsOn, linkNext, tellTurns } from '../http/api.ts';
import { COUNTS_KEY, type Counts } from '../places/counts.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import {
  findCity,
  findCounty,
  findLocation,
  findPlace,
  findZipCode,
  idLink,
  link,
  nearestZipCodes,
} from '../places/places.ts';
import { type AdList, findAd, keyOf, listAds } from './read/listings.ts';
import { relatedAds } from './read/related.ts';
import {
  everywhere,
  featuredEverywhere,
  inCategory,
  inCityCategory,
  inCounty,
  inPlace,
  inZipCode,
} from './read/scopes.ts';

const config = { kept: true };
const tags = ['Listings'];
const byId = z.object({ id: adIdSchema });
const bySlug = z.object({ slug: slugSchema });
const failures = { 400: apiErrorSchema, 404: apiErrorSchema };
const list = { querystring: adsQuerySchema, response: { 200: z.array(adSchema), ...failures } };

/** Listings as visitors read them: one, and every list of them. */
export function listingRoutes(
  api: Api,
  { db, gazetteer, counts }: { db: Kysely<DB>; gazetteer: Gazetteer; counts: Counts },
) {
  api.get(
    '/api/ads/recent',
    { config, schema: { ...list, tags, summary: 'All listings, newest first' } },
    async (request, reply) => answer(reply, await listAds(db, gazetteer, everywhere, request.query)),
  );

  api.get(
    '/api/ads/featured',
    {
      config,
      schema: {
        ...list,
        querystring: featuredQuerySchema,
        tags,
        summary: 'The featured listings, beginning at another one each time',
      },
    },
    async (request, reply) =>
      answer(reply, await listAds(db, gazetteer, featuredEverywhere, { ...request.query, featured: true })),
  );

  api.get(
    '/api/ads/:id',
    {
      config,
      schema: { tags, summary: 'One listing', params: byId, response: { 200: adPageSchema, ...failures } },
    },
    async (request, reply) => {
      const { ad, until } = await findAd(db, gazetteer, request.params.id);
      dependsOn(reply, [keyOf(ad)], until);
      return ad;
    },
  );

  api.get(
    '/api/ads/:id/related',
    {
      config,
      schema: {
        tags,
        summary: 'Listings of the same category nearby, then of the same top category in the county',
        params: byId,
        querystring: listQuerySchema.pick({ limit: true }),
        response: { 200: z.array(adSchema), ...failures },
      },
    },
    async (request, reply) => answer(reply, await relatedAds(db, gazetteer, request.params.id, request.query)),
  );

  api.get(
    '/api/county/:slug/ads',
    { config, schema: { ...list, tags, summary: 'The listings of a county, newest first', params: bySlug } },
    async (request, reply) => {
      const county = findCounty(gazetteer, request.params.slug);
      return answer(reply, await listAds(db, gazetteer, inCounty(county), request.query));
    },
  );

  api.get(
    '/api/city/:slug/ads',
    { config, schema: { ...list, tags, summary: 'The listings of a city, newest first', params: bySlug } },
    async (request, reply) => {
      const found = findCity(gazetteer, request.params.slug);
      return answer(reply, await listAds(db, gazetteer, inPlace(found), request.query));
    },
  );

  api.get(
    '/api/city/:slug/category/:category/ads',
    {
      config,
      schema: {
        ...list,
        tags,
        summary: 'The listings of a category in a city, newest first',
        params: z.object({ slug: slugSchema, category: slugSchema }),
      },
    },
    async (request, reply) => {
      const city = findPlace(gazetteer, request.params.slug);
      const category = findCategory(gazetteer, request.params.category);
      return answer(reply, await listAds(db, gazetteer, inCityCategory(city, category), request.query));
    },
  );

  api.get(
    '/api/location/:slug/ads',
    {
      config,
      schema: {
        ...list,
        tags,
        summary: 'The listings of a location or city, newest first; none for a region outside California',
        params: bySlug,
      },
    },
    async (request, reply) => {
      const found = findLocation(gazetteer, request.params.slug);
      return answer(reply, await listAds(db, gazetteer, inPlace(found), request.query));
    },
  );

  api.get(
    '/api/zip/:zip/ads',
    {
      config,
      schema: {
        tags,
        summary: 'A ZIP code with its listings, newest first',
        // What cannot be a ZIP code is as unknown as any other: the page shows the same for both.
        params: z.object({ zip: slugSchema }),
        querystring: adsQuerySchema,
        response: { 200: zipAdsSchema, ...failures },
      },
    },
    async (request, reply) => {
      const zipCode = findZipCode(gazetteer, request.params.zip);
      const { zip, location, place, county } = zipCode;
      const found = await listAds(db, gazetteer, inZipCode(zipCode), request.query);
      const nearest = nearestZipCodes(gazetteer, counts, zipCode);
      const keys = counts.zipCodes.has(zip) ? found.keys : [...found.keys, COUNTS_KEY];
      const ads = answer(reply, { ...found, keys });
      return { zip, location: idLink(location), city: place && link(place), county: link(county), nearest, ads };
    },
  );

  api.get(
    '/api/category/:slug/ads',
    { config, schema: { ...list, tags, summary: 'The listings of a category, newest first', params: bySlug } },
    async (request, reply) => {
      const category = findCategory(gazetteer, request.params.slug);
      return answer(reply, await listAds(db, gazetteer, inCategory(category), request.query));
    },
  );
}

function answer(reply: FastifyReply, { ads, cursor, keys, until, turns }: AdList): Ad[] {
  dependsOn(reply, keys, until);
  if (turns) tellTurns(reply, turns);
  linkNext(reply, cursor);
  return ads;
}
