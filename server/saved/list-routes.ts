import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { listChangeSchema, newListSchema, savedListSchema, sharedListSchema } from '#contract/saved-lists.ts';
import { z } from '#contract/zod.ts';
import { errorResponses as accountFailures } from '#server/accounts/error-responses.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { revokeLink, shareList } from './list-links.ts';
import { createList, deleteList, listSavedLists, updateList } from './lists.ts';
import { toOwnedId } from './search-routes.ts';
import { copySharedList, findSharedList } from './shared-lists.ts';

const tags = ['Saved'];
const failures = { ...accountFailures, 404: apiErrorSchema };
const response = { 200: savedListSchema, ...failures };
const created = { 201: savedListSchema, ...failures };
const byId = z.object({ id: idSchema });
const byToken = z.object({ token: z.string().max(100) });
const onRequest = requireSignedIn;

/** New lists, copies and links of an account. */
const RATE_LIMIT = { limit: 60, windowSeconds: 3600 };

/** The named lists of an account, and those that others share by a link. */
export function savedListRoutes(api: Api, { db, gazetteer }: { db: Kysely<DB>; gazetteer: Gazetteer }) {
  const consume = (accountId: number) => consumeRateLimit(db, `saved-lists:${accountId}`, RATE_LIMIT);

  api.get(
    '/api/user/lists',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the named lists of saved listings, the oldest first',
        response: { 200: z.array(savedListSchema), ...failures },
      },
    },
    (request) => listSavedLists(db, requireUser(request).accountId),
  );

  api.post(
    '/api/user/lists',
    { onRequest, schema: { tags, summary: 'Create a list', body: newListSchema, response: created } },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      await consume(accountId);
      return reply.code(201).send(await createList(db, accountId, request.body));
    },
  );

  api.patch(
    '/api/user/lists/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Rename a list, add or remove listings',
        params: byId,
        body: listChangeSchema,
        response,
      },
    },
    (request) => updateList(db, toOwnedId(request), request.body),
  );

  api.delete(
    '/api/user/lists/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete a list and its link; its listings stay saved',
        params: byId,
        response: { 200: messageResponseSchema, ...failures },
      },
    },
    async (request) => {
      await deleteList(db, toOwnedId(request));
      return { message: t('The list was deleted.') };
    },
  );

  api.put(
    '/api/user/lists/:id/link',
    { onRequest, schema: { tags, summary: 'Share a list by a link', params: byId, response } },
    async (request) => {
      const key = toOwnedId(request);
      await consume(key.accountId);
      return shareList(db, key);
    },
  );

  api.delete(
    '/api/user/lists/:id/link',
    { onRequest, schema: { tags, summary: 'End the link of a list', params: byId, response } },
    (request) => revokeLink(db, toOwnedId(request)),
  );

  api.get(
    '/api/lists/:token',
    {
      schema: {
        tags,
        summary: 'A list that somebody shares by a link, with its public listings',
        params: byToken,
        response: { 200: sharedListSchema, 400: apiErrorSchema, 404: apiErrorSchema },
      },
    },
    (request) => findSharedList(db, gazetteer, request.params.token),
  );

  api.post(
    '/api/lists/:token/copies',
    {
      onRequest,
      schema: { tags, summary: 'Save the listings of a shared list as a list', params: byToken, response: created },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      await consume(accountId);
      return reply.code(201).send(await copySharedList(db, accountId, request.params.token));
    },
  );
}
