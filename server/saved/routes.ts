import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { doneSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { adSchema } from '#contract/listings.ts';
import {
  adsByIdQuerySchema,
  keptSchema,
  mergedSchema,
  savedListingSchema,
  savedSearchChangeSchema,
  savedSearchFormSchema,
  savedSearchSchema,
} from '#contract/saved.ts';
import { z } from '#contract/zod.ts';
import { failures as accountFailures, onlySignedIn } from '../accounts/routes.ts';
import type { DB } from '../db/schema.ts';
import { type Api, dependsOn } from '../http/api.ts';
import { signedIn } from '../http/sessions.ts';
import { adsById } from '../listings/read/listings.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import { listSaved, merge, save, unsave } from './listings.ts';
import { changeMails, deleteSearch, listSearches, saveSearch } from './searches.ts';

const tags = ['Saved'];
const failures = { ...accountFailures, 404: apiErrorSchema };
const byId = z.object({ id: idSchema });

/** What visitors keep for later: listings, in their browser or their account, and searches. */
export function savedRoutes(api: Api, { db, gazetteer }: { db: Kysely<DB>; gazetteer: Gazetteer }) {
  api.get(
    '/api/ads',
    {
      config: { kept: true },
      schema: {
        tags,
        summary: 'Those of some listings that visitors see',
        querystring: adsByIdQuerySchema,
        response: { 200: z.array(adSchema), 400: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { ads, keys, until } = await adsById(db, gazetteer, request.query.ids);
      dependsOn(reply, keys, until);
      return ads;
    },
  );

  api.get(
    '/api/user/saved',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'The listings that one saved, the last saved first; also those that are listed no longer',
        response: { 200: z.array(savedListingSchema), ...failures },
      },
    },
    (request) => listSaved(db, signedIn(request).accountId),
  );

  api.post(
    '/api/user/saved',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Adds what the browser kept to them',
        body: keptSchema,
        response: { 200: mergedSchema, ...failures },
      },
    },
    (request) => merge(db, signedIn(request).accountId, request.body.ids),
  );

  const act = { params: byId, response: { 200: doneSchema, ...failures } };
  api.put(
    '/api/user/saved/:id',
    { onRequest: onlySignedIn, schema: { ...act, tags, summary: 'Saves a listing' } },
    async (request) => {
      const { accountId, id } = ownOf(request);
      await save(db, { accountId, listingId: id });
      return { message: 'Saved.' };
    },
  );

  api.delete(
    '/api/user/saved/:id',
    { onRequest: onlySignedIn, schema: { ...act, tags, summary: 'Saves it no longer' } },
    async (request) => {
      const { accountId, id } = ownOf(request);
      await unsave(db, { accountId, listingId: id });
      return { message: 'Removed.' };
    },
  );

  api.get(
    '/api/user/searches',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'The searches that one saved, the last saved first',
        response: { 200: z.array(savedSearchSchema), ...failures },
      },
    },
    (request) => listSearches(db, signedIn(request).accountId),
  );

  api.post(
    '/api/user/searches',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Saves a search, whose new listings are mailed daily, weekly or not at all',
        body: savedSearchFormSchema,
        response: { 201: savedSearchSchema, ...failures },
      },
    },
    async (request, reply) => {
      const saved = await saveSearch(db, signedIn(request).accountId, request.body);
      return reply.code(201).send(saved);
    },
  );

  api.patch(
    '/api/user/searches/:id',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Changes how often its new listings are mailed',
        params: byId,
        body: savedSearchChangeSchema,
        response: { 200: savedSearchSchema, ...failures },
      },
    },
    (request) => changeMails(db, ownOf(request), request.body.mails),
  );

  api.delete(
    '/api/user/searches/:id',
    { onRequest: onlySignedIn, schema: { ...act, tags, summary: 'Deletes a saved search' } },
    async (request) => {
      await deleteSearch(db, ownOf(request));
      return { message: 'The search is deleted.' };
    },
  );
}

const ownOf = (request: FastifyRequest<{ Params: z.output<typeof byId> }>) => ({
  accountId: signedIn(request).accountId,
  id: request.params.id,
});
