import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import { apiErrorSchema, listQuerySchema, slugSchema } from '#contract/api.ts';
import {
  featuredListingsQuerySchema,
  type Listing,
  type ListingsQuery,
  listingAtDistanceSchema,
  listingIdSchema,
  listingPageSchema,
  listingSchema,
  listingsQuerySchema,
  recentListingsQuerySchema,
} from '#contract/listings.ts';
import { zipListingsSchema } from '#contract/places.ts';
import { listingsByIdQuerySchema } from '#contract/saved.ts';
import { z } from '#contract/zod.ts';
import { findCategory } from '../categories/categories.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { setNextLink } from '../http/cursor.ts';
import { NotFound } from '../http/errors.ts';
import { setSurrogateKeys } from '../page-cache/cache-plugin.ts';
import { COUNTS_KEY } from '../places/counted-links.ts';
import { findCounty } from '../places/counties.ts';
import type { Counts } from '../places/counts.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import { findCity, findLocation, findPlace, toLink } from '../places/places.ts';
import { toCountyLink, toLocationLink } from '../places/shown-names.ts';
import { findZipCode, nearestZipCodes } from '../places/zip-codes.ts';
import { SETTINGS_KEY } from '../settings/operator-settings.ts';
import { listingKey, listListings, type PagedListings } from './read/list.ts';
import { findListing, findListingsByIds, findMergedInto, listSamples } from './read/listings.ts';
import { findRelatedListings } from './read/related.ts';
import {
  allListings,
  type FeaturedCounts,
  featuredListings,
  inCategory,
  inCityCategory,
  inCounty,
  inPlace,
  inZipCode,
  type ListingScope,
} from './read/scopes.ts';

const config = { cacheable: true };
const tags = ['Listings'];
const byId = z.object({ id: listingIdSchema });
const bySlug = z.object({ slug: slugSchema });
const failures = { 400: apiErrorSchema, 404: apiErrorSchema };
const list = { querystring: listingsQuerySchema, response: { 200: z.array(listingSchema), ...failures } };

/** Listings as visitors read them: one, and every list of them. */
export function listingRoutes(
  api: Api,
  deps: {
    db: Kysely<DB>;
    primary: Kysely<DB>;
    gazetteer: Gazetteer;
    counts: Counts;
    featuredCounts: FeaturedCounts;
    settings: Pick<SettingValues, 'featuredOnHome' | 'featuredInPlaces' | 'featuredInLists'>;
  },
) {
  const { db, primary, gazetteer, counts, settings } = deps;
  /** One page of a list; with the limit `page` it is as long as a setting says. */
  async function listPage(
    scope: ListingScope | null,
    { limit, ...query }: Omit<ListingsQuery, 'limit'> & { limit: number | 'page' },
    size: number,
  ): Promise<PagedListings> {
    if (limit !== 'page') return listListings(deps, scope, { ...query, limit });
    const page = await listListings(deps, scope, { ...query, limit: size });
    return { ...page, surrogateKeys: [...page.surrogateKeys, SETTINGS_KEY] };
  }

  api.get(
    '/api/ads',
    {
      config,
      schema: {
        tags,
        summary: 'List the public listings among the given ids',
        querystring: listingsByIdQuerySchema,
        response: { 200: z.array(listingSchema), 400: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const found = await findListingsByIds(db, gazetteer, request.query.ids);
      setSurrogateKeys(reply, found.surrogateKeys, found.expiresAt);
      return found.listings;
    },
  );

  api.get(
    '/api/ads/recent',
    {
      config,
      schema: { ...list, querystring: recentListingsQuerySchema, tags, summary: 'List all listings, newest first' },
    },
    async ({ query }, reply) => sendPage(reply, await listListings(deps, allListings, { ...query, sort: 'newest' })),
  );

  api.get(
    '/api/ads/featured',
    {
      config,
      schema: {
        ...list,
        querystring: featuredListingsQuerySchema,
        tags,
        summary: 'List featured listings, the first one changes every minute; samples while there are none',
      },
    },
    async ({ query }, reply) => {
      const size = settings.featuredOnHome;
      const page = await listPage(featuredListings, { ...query, featured: true, sort: 'newest' }, size);
      if (page.listings.length > 0 || query.cursor !== undefined) return sendPage(reply, page);
      const samples = await listSamples(db, gazetteer, query.limit === 'page' ? size : query.limit);
      return sendPage(reply, { ...samples, surrogateKeys: [...samples.surrogateKeys, ...page.surrogateKeys] });
    },
  );

  api.get(
    '/api/ads/:id',
    {
      config,
      schema: { tags, summary: 'Retrieve a listing', params: byId, response: { 200: listingPageSchema, ...failures } },
    },
    async (request, reply) => {
      const { id } = request.params;
      // Who has just posted it opens it before the replica has it.
      const found = await findListing(primary, gazetteer, id).catch(async (error) => {
        const mergedInto = error instanceof NotFound ? await findMergedInto(primary, id) : undefined;
        if (mergedInto === undefined) throw error;
        return mergedInto;
      });
      if (typeof found === 'number') return reply.redirect(`/api/ads/${found}`, 301);
      const { listing, expiresAt } = found;
      setSurrogateKeys(reply, [listingKey(listing)], expiresAt);
      return listing;
    },
  );

  api.get(
    '/api/ads/:id/related',
    {
      config,
      schema: {
        tags,
        summary: 'List nearby listings of the same category, then those of the same top category in the county',
        params: byId,
        querystring: listQuerySchema.pick({ limit: true }),
        response: { 200: z.array(listingAtDistanceSchema), ...failures },
      },
    },
    async (request, reply) =>
      sendPage(reply, await findRelatedListings(db, gazetteer, request.params.id, request.query)),
  );

  api.get(
    '/api/county/:slug/ads',
    {
      config,
      schema: { ...list, tags, summary: 'List the listings of a county, the most complete first', params: bySlug },
    },
    async (request, reply) => {
      const county = findCounty(gazetteer, request.params.slug);
      return sendPage(reply, await listPage(inCounty(county), request.query, settings.featuredInPlaces));
    },
  );

  api.get(
    '/api/city/:slug/ads',
    {
      config,
      schema: { ...list, tags, summary: 'List the listings of a city, nearest to its center first', params: bySlug },
    },
    async (request, reply) => {
      const found = findCity(gazetteer, request.params.slug);
      return sendPage(reply, await listPage(inPlace(found), request.query, settings.featuredInPlaces));
    },
  );

  api.get(
    '/api/city/:slug/category/:category/ads',
    {
      config,
      schema: {
        ...list,
        tags,
        summary: 'List the listings of a category in a city, nearest to its center first',
        params: z.object({ slug: slugSchema, category: slugSchema }),
      },
    },
    async (request, reply) => {
      const city = findPlace(gazetteer, request.params.slug);
      const category = findCategory(gazetteer, request.params.category);
      return sendPage(reply, await listPage(inCityCategory(city, category), request.query, settings.featuredInLists));
    },
  );

  api.get(
    '/api/location/:slug/ads',
    {
      config,
      schema: {
        ...list,
        tags,
        summary: 'List the listings of a location (the most complete first) or city (nearest to its center first)',
        params: bySlug,
      },
    },
    async (request, reply) => {
      const found = findLocation(gazetteer, request.params.slug);
      return sendPage(reply, await listPage(inPlace(found), request.query, settings.featuredInLists));
    },
  );

  api.get(
    '/api/zip/:zip/ads',
    {
      config,
      schema: {
        tags,
        summary: 'Retrieve a ZIP code with its listings, nearest to its center first',
        // What cannot be a ZIP code is as unknown as any other: the page shows the same for both.
        params: z.object({ zip: slugSchema }),
        querystring: listingsQuerySchema,
        response: { 200: zipListingsSchema, ...failures },
      },
    },
    async (request, reply) => {
      const zipCode = findZipCode(gazetteer, request.params.zip);
      const { zip, location, place, county, lat, lng } = zipCode;
      const found = await listPage(inZipCode(zipCode), request.query, settings.featuredInLists);
      const nearest = nearestZipCodes(gazetteer, counts, zipCode);
      const keys = counts.zipCodes.has(zip) ? found.surrogateKeys : [...found.surrogateKeys, COUNTS_KEY];
      const ads = sendPage(reply, { ...found, surrogateKeys: keys });
      return {
        zip,
        location: toLocationLink(location),
        city: place && toLink(place),
        county: toCountyLink(county),
        nearest,
        point: { lat, lng },
        ads,
      };
    },
  );

  api.get(
    '/api/category/:slug/ads',
    {
      config,
      schema: { ...list, tags, summary: 'List the listings of a category, the most complete first', params: bySlug },
    },
    async (request, reply) => {
      const category = findCategory(gazetteer, request.params.slug);
      return sendPage(reply, await listPage(inCategory(category), request.query, settings.featuredInLists));
    },
  );
}

function sendPage<Row extends Listing>(
  reply: FastifyReply,
  { listings: ads, cursor, surrogateKeys: keys, expiresAt }: PagedListings & { listings: Row[] },
): Row[] {
  setSurrogateKeys(reply, keys, expiresAt);
  setNextLink(reply, cursor);
  return ads;
}
