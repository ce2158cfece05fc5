import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import type { SettingValues } from '#contract/admin/settings.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { savedSearchFormSchema, savedSearchSchema, savedSearchUpdateSchema } from '#contract/saved.ts';
import { z } from '#contract/zod.ts';
import { errorResponses as accountFailures } from '#server/accounts/error-responses.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { deleteSavedSearch, listSavedSearches, saveSearch, updateAlertFrequency } from './searches.ts';

const tags = ['Saved'];
const failures = { ...accountFailures, 404: apiErrorSchema };
const byId = z.object({ id: idSchema });

/** The saved searches of the account, with their alerts. */
export function savedSearchRoutes(
  api: Api,
  { db, settings }: { db: Kysely<DB>; settings: Pick<SettingValues, 'savedSearches'> },
) {
  api.get(
    '/api/user/searches',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List saved searches, most recently saved first',
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
        summary: 'Save a search, with emails of new listings daily, weekly or never',
        body: savedSearchFormSchema,
        response: { 201: savedSearchSchema, ...failures },
      },
    },
    async (request, reply) => {
      const saved = await saveSearch(db, requireUser(request).accountId, request.body, settings);
      return reply.code(201).send(saved);
    },
  );

  api.patch(
    '/api/user/searches/:id',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Update the email frequency of a saved search',
        params: byId,
        body: savedSearchUpdateSchema,
        response: { 200: savedSearchSchema, ...failures },
      },
    },
    (request) => updateAlertFrequency(db, toOwnedId(request), request.body.mails),
  );

  api.delete(
    '/api/user/searches/:id',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Delete a saved search',
        params: byId,
        response: { 200: messageResponseSchema, ...failures },
      },
    },
    async (request) => {
      await deleteSavedSearch(db, toOwnedId(request));
      return { message: t('The search was deleted.') };
    },
  );
}

/** The id of a path, and the account that must own what it names. */
export const toOwnedId = (request: FastifyRequest<{ Params: z.output<typeof byId> }>) => ({
  accountId: requireUser(request).accountId,
  id: request.params.id,
});
