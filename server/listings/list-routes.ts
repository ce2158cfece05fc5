import { apiErrorSchema, slugSchema } from '#contract/api.ts';
import {
  featuredListingsQuerySchema,
  listingSchema,
  listingsQuerySchema,
  recentListingsQuerySchema,
} from '#contract/listings.ts';
import { z } from '#contract/zod.ts';
import { findCategory } from '#server/categories/categories.ts';
import { listListings } from '#server/listings/read/list.ts';
import { listSamples } from '#server/listings/read/listings.ts';
import { allListings, featuredListings, inCategory } from '#server/listings/read/scopes.ts';
import type { Api } from '#server/platform/http/api.ts';
import { type ListDeps, listPage, sendPage, withPath } from './place-list-routes.ts';

const config = { cacheable: true };
const tags = ['Listings'];

const bySlug = z.object({ slug: slugSchema });
const failures = { 400: apiErrorSchema, 404: apiErrorSchema };
const list = { querystring: listingsQuerySchema, response: { 200: z.array(listingSchema), ...failures } };

/** Lists of listings that belong to no single place. */
export function listRoutes(api: Api, deps: ListDeps) {
  const { db, gazetteer, settings } = deps;
  api.get(
    '/api/ads/recent',
    {
      config,
      schema: {
        ...list,
        querystring: recentListingsQuerySchema,
        tags,
        summary: 'List all listings, newest first; by relevance, what people posted is first',
      },
    },
    async (request, reply) => sendPage(reply, await listListings(deps, allListings, withPath(request))),
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
    async (request, reply) => {
      const query = withPath(request);
      const size = settings.featuredOnHome;
      const page = await listPage(deps, featuredListings, { ...query, featured: true, sort: 'newest' }, size);
      if (page.listings.length > 0 || query.cursor !== undefined) return sendPage(reply, page);
      const samples = await listSamples(db, gazetteer, query.limit === 'page' ? size : query.limit);
      return sendPage(reply, { ...samples, surrogateKeys: [...samples.surrogateKeys, ...page.surrogateKeys] });
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
      return sendPage(reply, await listPage(deps, inCategory(category), withPath(request), settings.featuredInLists));
    },
  );
}
