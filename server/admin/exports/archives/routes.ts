import { archiveIdSchema, dataArchiveSchema } from '#contract/admin/exports.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { changeErrorResponses, errorResponses, tags } from '#server/staff/route-options.ts';
import type { Archives } from './archives.ts';

// Only administrators may see all that is in it.
const mayRead = requirePermission('settings');
const mayDownload = [mayRead, requireStepUp];
const response = { ...changeErrorResponses, 200: z.array(dataArchiveSchema) };

/** Zips of all exports: has one made, downloads and deletes it. */
export function archiveRoutes(api: Api, { archives }: { archives: Archives }) {
  api.get(
    '/api/admin/archives',
    { onRequest: mayRead, schema: { tags, summary: 'List zips of all exports, the newest first', response } },
    () => archives.list(),
  );

  api.post(
    '/api/admin/archives',
    { onRequest: mayDownload, schema: { tags, summary: 'Have a zip of all exports made', response } },
    async (request) => {
      await archives.start(requireUser(request).accountId);
      return archives.list();
    },
  );

  api.get(
    '/api/admin/archives/:id/file',
    {
      onRequest: mayDownload,
      schema: {
        tags,
        summary: 'Download a zip of all exports',
        params: archiveIdSchema,
        response: { ...errorResponses, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { name, bytes, content } = await archives.open(request.params.id, requireUser(request).accountId);
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('content-length', bytes)
        .send(content as never);
    },
  );

  api.delete(
    '/api/admin/archives/:id',
    {
      onRequest: mayDownload,
      schema: { tags, summary: 'Delete a zip of all exports', params: archiveIdSchema, response },
    },
    async (request) => {
      await archives.remove(request.params.id, requireUser(request).accountId);
      return archives.list();
    },
  );
}
