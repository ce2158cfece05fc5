import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import type { SettingValues } from '#contract/admin/settings.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import {
  suggestedEditFormSchema,
  suggestedEditSchema,
  suggestedEditsQuerySchema,
} from '#contract/reports/suggested-edits.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { acceptSuggestedEdit, dismissSuggestedEdit } from './decide.ts';
import { listSuggestedEdits } from './list-suggested-edits.ts';
import { suggestEdit } from './suggest-edit.ts';

const params = z.object({ id: idSchema });
const tags = ['Listings'];

/** What visitors say about a listing, and what its owner decides on it. */
export function suggestedEditRoutes(
  api: Api,
  { db, settings }: { db: Kysely<DB>; settings: Pick<SettingValues, 'suggestedEditsPerHour'> },
) {
  api.post(
    '/api/ads/:id/suggested-edits',
    {
      schema: {
        tags,
        summary: 'Confirm a listing, or suggest what to change in it',
        params,
        body: suggestedEditFormSchema,
        response: { 201: messageResponseSchema, 400: apiErrorSchema, 404: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const input = {
        listingId: request.params.id,
        form: request.body,
        accountId: request.user?.accountId ?? null,
        address: getClientAddress(request),
      };
      await suggestEdit(db, input, settings);
      return reply.code(201).send({ message: t('Thank you for keeping this listing up to date.') });
    },
  );

  api.get(
    '/api/user/suggested-edits',
    {
      onRequest: requireSignedIn,
      schema: {
        tags: ['Your listings'],
        summary: 'List what visitors suggest for the listings of the account',
        querystring: suggestedEditsQuerySchema,
        response: { 200: z.array(suggestedEditSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      const { edits, cursor } = await listSuggestedEdits(db, { accountId, role: 'owner' }, request.query);
      setNextLink(reply, cursor);
      return edits;
    },
  );

  for (const [verb, decide, summary] of [
    ['accept', acceptSuggestedEdit, 'Accept what visitors suggest for a listing of the account'],
    ['dismiss', dismissSuggestedEdit, 'Dismiss what visitors suggest for a listing of the account'],
  ] as const) {
    api.post(
      `/api/user/suggested-edits/:id/${verb}`,
      {
        onRequest: requireSignedIn,
        schema: {
          tags: ['Your listings'],
          summary,
          params,
          response: { 204: z.null(), ...errorResponses, 404: apiErrorSchema },
        },
      },
      async (request, reply) => {
        await decide(db, { accountId: requireUser(request).accountId, role: 'owner' }, request.params.id);
        return reply.code(204).send(null);
      },
    );
  }
}
