import type { Kysely } from 'kysely';
import { apiErrorSchema, listQuerySchema } from '#contract/api.ts';
import { listingAtDistanceSchema, listingIdSchema, listingPageSchema, listingSchema } from '#contract/listings.ts';
import { listingsByIdQuerySchema } from '#contract/saved.ts';
import { z } from '#contract/zod.ts';
import { findEnded } from '#server/listings/read/ended.ts';
import { findListing, findListingsByIds, findMergedInto } from '#server/listings/read/listings.ts';
import { findRelatedListings } from '#server/listings/read/related.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { listRoutes } from './list-routes.ts';
import { type ListDeps, placeListRoutes, sendPage } from './place-list-routes.ts';
import { zipCodeRoute } from './zip-code-route.ts';

const config = { cacheable: true };
const tags = ['Listings'];
const byId = z.object({ id: listingIdSchema });

const failures = { 400: apiErrorSchema, 404: apiErrorSchema };

/** Listings as visitors read them: one, and every list of them. */
export function listingRoutes(api: Api, deps: ListDeps & { primary: Kysely<DB> }) {
  const { db, primary, gazetteer } = deps;

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
    '/api/ads/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Retrieve a listing; 410 for 60 days after its end',
        params: byId,
        response: { 200: listingPageSchema, ...failures, 410: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      // Who has just posted it opens it before the replica has it.
      const found = await findListing(primary, gazetteer, id).catch(async (error) => {
        if (!(error instanceof NotFound)) throw error;
        const mergedInto = await findMergedInto(primary, id);
        if (mergedInto === undefined) throw (await findEnded(primary, id)) ?? error;
        return mergedInto;
      });
      if (typeof found === 'number') return reply.redirect(`/api/ads/${found}`, 301);
      const { listing, surrogateKeys, expiresAt } = found;
      setSurrogateKeys(reply, surrogateKeys, expiresAt);
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

  listRoutes(api, deps);
  placeListRoutes(api, deps);
  zipCodeRoute(api, deps);
}
