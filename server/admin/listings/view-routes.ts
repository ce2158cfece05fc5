import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { listingViewFormSchema, listingViewSchema } from '#contract/admin/listing-views.ts';
import { idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { changeErrorResponses, errorResponses, tags } from '#server/staff/route-options.ts';
import { deleteView, listViews, replaceView, saveView } from './views.ts';

const onRequest = requirePermission('listings');
const params = z.object({ id: idSchema });

/** The saved views of the table of all listings, of the user. */
export function listingViewRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/admin/listing-views',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the saved views of the user, by name',
        response: { 200: z.array(listingViewSchema), ...errorResponses },
      },
    },
    (request) => listViews(db, requireUser(request).accountId),
  );

  api.post(
    '/api/admin/listing-views',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Save filters and columns as a view',
        body: listingViewFormSchema,
        response: { 201: listingViewSchema, ...changeErrorResponses },
      },
    },
    async (request, reply) => reply.code(201).send(await saveView(db, requireUser(request).accountId, request.body)),
  );

  api.put(
    '/api/admin/listing-views/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Replace the name, filters and columns of a saved view',
        params,
        body: listingViewFormSchema,
        response: { 200: listingViewSchema, ...changeErrorResponses },
      },
    },
    (request) => replaceView(db, { accountId: requireUser(request).accountId, id: request.params.id }, request.body),
  );

  api.delete(
    '/api/admin/listing-views/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete a saved view',
        params,
        response: { 200: messageResponseSchema, ...changeErrorResponses },
      },
    },
    async (request) => {
      await deleteView(db, { accountId: requireUser(request).accountId, id: request.params.id });
      return { message: t('The view is deleted.') };
    },
  );
}
