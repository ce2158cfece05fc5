import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import type { SettingValues } from '#contract/admin/settings.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { savedIdsSchema, savedListingSchema, savedMergeSchema, unsavedSchema } from '#contract/saved.ts';
import { z } from '#contract/zod.ts';
import { errorResponses as accountFailures } from '#server/accounts/error-responses.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { savedListRoutes } from './list-routes.ts';
import { listSavedListings, mergeSavedListings, saveListing, unsaveListing } from './listings.ts';
import { savedSearchRoutes, toOwnedId } from './search-routes.ts';

const tags = ['Saved'];
const failures = { ...accountFailures, 404: apiErrorSchema };
const byId = z.object({ id: idSchema });

/** Saved listings, of a browser or an account, their lists, and saved searches. */
export function savedRoutes(
  api: Api,
  { db, gazetteer, settings }: { db: Kysely<DB>; gazetteer: Gazetteer; settings: Pick<SettingValues, 'savedSearches'> },
) {
  api.get(
    '/api/user/saved',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List saved listings, most recently saved first, including those that are no longer public',
        response: { 200: z.array(savedListingSchema), ...failures },
      },
    },
    (request) => listSavedListings(db, requireUser(request).accountId),
  );

  api.post(
    '/api/user/saved',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Save the listings that the browser has stored',
        body: savedIdsSchema,
        response: { 200: savedMergeSchema, ...failures },
      },
    },
    (request) => mergeSavedListings(db, requireUser(request).accountId, request.body.ids),
  );

  const act = { params: byId, response: { 200: messageResponseSchema, ...failures } };
  api.put(
    '/api/user/saved/:id',
    { onRequest: requireSignedIn, schema: { ...act, tags, summary: 'Save a listing' } },
    async (request) => {
      const { accountId, id } = toOwnedId(request);
      await saveListing(db, { accountId, listingId: id });
      return { message: t('Saved.') };
    },
  );

  api.delete(
    '/api/user/saved/:id',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Remove a saved listing, also from the lists that it is in',
        params: byId,
        response: { 200: unsavedSchema, ...failures },
      },
    },
    async (request) => {
      const { accountId, id } = toOwnedId(request);
      return { message: t('Removed.'), lists: await unsaveListing(db, { accountId, listingId: id }) };
    },
  );

  savedListRoutes(api, { db, gazetteer });
  savedSearchRoutes(api, { db, settings });
}
