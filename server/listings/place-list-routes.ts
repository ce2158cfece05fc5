import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import { apiErrorSchema, slugSchema } from '#contract/api.ts';
import { type Listing, type ListingsQuery, listingSchema, listingsQuerySchema } from '#contract/listings.ts';
import { z } from '#contract/zod.ts';
import { findCategory } from '#server/categories/categories.ts';
import type { FeaturedCounts } from '#server/listings/read/featured-rotation.ts';
import { listListings, type PagedListings } from '#server/listings/read/list.ts';
import { inCityCategory, inCounty, inPlace, type ListingScope } from '#server/listings/read/scopes.ts';
import { findCounty } from '#server/places/counties.ts';
import type { Counts } from '#server/places/counts.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { findCity, findLocation, findPlace } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { SETTINGS_KEY } from '#server/platform/settings/operator-settings.ts';

const config = { cacheable: true };
const tags = ['Listings'];

const bySlug = z.object({ slug: slugSchema });
const failures = { 400: apiErrorSchema, 404: apiErrorSchema };
const list = { querystring: listingsQuerySchema, response: { 200: z.array(listingSchema), ...failures } };

/** The dependencies of lists. */
export interface ListDeps {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
  counts: Counts;
  featuredCounts: FeaturedCounts;
  settings: Pick<SettingValues, 'featuredOnHome' | 'featuredInPlaces' | 'featuredInLists'>;
}

/** Lists of the listings of a place. */
export function placeListRoutes(api: Api, deps: ListDeps) {
  const { gazetteer, settings } = deps;

  api.get(
    '/api/county/:slug/ads',
    {
      config,
      schema: { ...list, tags, summary: 'List the listings of a county, the most complete first', params: bySlug },
    },
    async (request, reply) => {
      const county = findCounty(gazetteer, request.params.slug);
      return sendPage(reply, await listPage(deps, inCounty(county), withPath(request), settings.featuredInPlaces));
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
      return sendPage(reply, await listPage(deps, inPlace(found), withPath(request), settings.featuredInPlaces));
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
      return sendPage(
        reply,
        await listPage(deps, inCityCategory(city, category), withPath(request), settings.featuredInLists),
      );
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
      return sendPage(reply, await listPage(deps, inPlace(found), withPath(request), settings.featuredInLists));
    },
  );
}

/** The query of a list with its path. */
export const withPath = <Query extends object>({ query, url }: { query: Query; url: string }) => ({
  ...query,
  path: url.replace(/\?.*/, ''),
});

/** One page of a list; with the limit `page` it is as long as a setting says. */
export async function listPage(
  deps: ListDeps,
  scope: ListingScope | null,
  { limit, ...query }: Omit<ListingsQuery, 'limit'> & { limit: number | 'page'; path: string },
  size: number,
): Promise<PagedListings> {
  if (limit !== 'page') return listListings(deps, scope, { ...query, limit });
  const page = await listListings(deps, scope, { ...query, limit: size });
  return { ...page, surrogateKeys: [...page.surrogateKeys, SETTINGS_KEY] };
}

/** Answers one page of a list: its keys and the link to the next page are in the headers. */
export function sendPage<Row extends Listing>(
  reply: FastifyReply,
  { listings: ads, cursor, surrogateKeys: keys, expiresAt }: PagedListings & { listings: Row[] },
): Row[] {
  setSurrogateKeys(reply, keys, expiresAt);
  setNextLink(reply, cursor);
  return ads;
}
