import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema, listQuerySchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import {
  adminImportSchema,
  closureDecisionSchema,
  closureToDecideSchema,
  undoPreviewSchema,
} from '#contract/imports/imports.ts';
import { z } from '#contract/zod.ts';
import { undoImport } from '#server/import/runs/undo.ts';
import { previewUndo } from '#server/import/runs/undo-preview.ts';
import type { UploadDeps } from '#server/import/uploads/uploads.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';
import { beginUndo, listAdminImports, requireImport } from './imports.ts';
import { hideClosed, keepOpen, listPossibleClosures } from './possible-closures.ts';

const onRequest = requirePermission('imports');

/** Lists and undoes imports, and decides on listings that may have closed. */
export function adminImportRoutes(
  api: Api,
  {
    db,
    direct,
    importUploads: { folder },
  }: { db: Kysely<DB>; direct: Kysely<DB>; importUploads: Pick<UploadDeps, 'folder'> },
) {
  api.get(
    '/api/admin/imports',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List imports, newest first',
        querystring: listQuerySchema,
        response: { 200: z.array(adminImportSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { imports, ...list } = await listAdminImports(db, folder, request.query);
      return sendTablePage(reply, imports, list);
    },
  );

  undoRoutes(api, { db, direct });
  closureRoutes(api, db);
}

function undoRoutes(api: Api, { db, direct }: { db: Kysely<DB>; direct: Kysely<DB> }) {
  api.get(
    '/api/admin/imports/:id/undo',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Count what undoing an import would remove, restore and keep',
        params: z.object({ id: idSchema }),
        response: { 200: undoPreviewSchema, 404: apiErrorSchema, ...errorResponses },
      },
    },
    async (request) => {
      await requireImport(db, request.params.id);
      return previewUndo(db, request.params.id);
    },
  );

  api.post(
    '/api/admin/imports/:id/undo',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Begin to undo an import, or continue with it; the list says when it is undone',
        params: z.object({ id: idSchema }),
        response: { 200: adminImportSchema.omit({ hasReport: true }), ...changeErrorResponses },
      },
    },
    async (request) => {
      const { id } = request.params;
      const run = await beginUndo(db, { id, by: requireUser(request).accountId });
      // It can take minutes. If the program ends meanwhile, the same request continues it.
      undoImport(direct, id).catch((error) => {
        // Another request has undone it meanwhile.
        if (error instanceof ImportError) return;
        request.log.error({ err: error }, 'the import was not undone');
      });
      return run;
    },
  );
}

function closureRoutes(api: Api, db: Kysely<DB>) {
  api.get(
    '/api/admin/possible-closures',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List listings that may have closed, newest first',
        querystring: listQuerySchema,
        response: { 200: z.array(closureToDecideSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { closures, ...list } = await listPossibleClosures(db, request.query);
      return sendTablePage(reply, closures, list);
    },
  );

  const decisions = [
    { verb: 'hide', summary: 'Hide listings that have closed', decide: hideClosed },
    { verb: 'keep', summary: 'Keep listings that have not closed: no import marks them again', decide: keepOpen },
  ] as const;
  for (const { verb, summary, decide } of decisions) {
    api.post(
      `/api/admin/possible-closures/${verb}`,
      {
        onRequest,
        schema: {
          tags,
          summary,
          body: closureDecisionSchema,
          response: { 200: messageResponseSchema, ...changeErrorResponses },
        },
      },
      async (request) => {
        const count = await decide(db, { ids: request.body.ids, by: requireUser(request).accountId });
        return {
          message:
            verb === 'hide'
              ? t('{count, plural, one {# listing hidden.} other {# listings hidden.}}', { count })
              : t('{count, plural, one {# listing kept.} other {# listings kept.}}', { count }),
        };
      },
    );
  }
}
