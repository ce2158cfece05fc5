import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import {
  savedIdsSchema,
  savedListingSchema,
  savedMergeSchema,
  savedSearchFormSchema,
  savedSearchSchema,
  savedSearchUpdateSchema,
} from '#contract/saved.ts';
import { z } from '#contract/zod.ts';
import { errorResponses as accountFailures } from '../accounts/routes.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { requireSignedIn, requireUser } from '../http/sessions.ts';
import { listSavedListings, mergeSavedListings, saveListing, unsaveListing } from './listings.ts';
import { deleteSavedSearch, listSavedSearches, saveSearch, updateAlertFrequency } from './searches.ts';

const tags = ['Saved'];
const failures = { ...accountFailures, 404: apiErrorSchema };
const byId = z.object({ id: idSchema });

/** Saved listings, of a browser or an account, and saved searches. */
export function savedRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/user/saved',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'The listings that one saved, the last saved first; also those that are listed no longer',
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
        summary: 'Adds what the browser kept to them',
        body: savedIdsSchema,
        response: { 200: savedMergeSchema, ...failures },
      },
    },
    (request) => mergeSavedListings(db, requireUser(request).accountId, request.body.ids),
  );

  const act = { params: byId, response: { 200: messageResponseSchema, ...failures } };
  api.put(
    '/api/user/saved/:id',
    { onRequest: requireSignedIn, schema: { ...act, tags, summary: 'Saves a listing' } },
    async (request) => {
      const { accountId, id } = toOwnedId(request);
      await saveListing(db, { accountId, listingId: id });
      return { message: 'Saved.' };
    },
  );

  api.delete(
    '/api/user/saved/:id',
    { onRequest: requireSignedIn, schema: { ...act, tags, summary: 'Saves it no longer' } },
    async (request) => {
      const { accountId, id } = toOwnedId(request);
      await unsaveListing(db, { accountId, listingId: id });
      return { message: 'Removed.' };
    },
  );

  api.get(
    '/api/user/searches',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'The searches that one saved, the last saved first',
        response: { 200: z.array(savedSearchSchema), ...failures },
      },
    },
    (request) => listSavedSearches(db, requireUser(request).accountId),
  );

  api.post(
    '/api/user/searches',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Saves a search, whose new listings are mailed daily, weekly or not at all',
        body: savedSearchFormSchema,
        response: { 201: savedSearchSchema, ...failures },
      },
    },
    async (request, reply) => {
      const saved = await saveSearch(db, requireUser(request).accountId, request.body);
      return reply.code(201).send(saved);
    },
  );

  api.patch(
    '/api/user/searches/:id',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Changes how often its new listings are mailed',
        params: byId,
        body: savedSearchUpdateSchema,
        response: { 200: savedSearchSchema, ...failures },
      },
    },
    (request) => updateAlertFrequency(db, toOwnedId(request), request.body.mails),
  );

  api.delete(
    '/api/user/searches/:id',
    { onRequest: requireSignedIn, schema: { ...act, tags, summary: 'Deletes a saved search' } },
    async (request) => {
      await deleteSavedSearch(db, toOwnedId(request));
      return { message: 'The search is deleted.' };
    },
  );
}

const toOwnedId = (request: FastifyRequest<{ Params: z.output<typeof byId> }>) => ({
  accountId: requireUser(request).accountId,
  id: request.params.id,
});
