import { PassThrough } from 'node:stream';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requireStepUp } from '#server/platform/http/permissions.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { type OwnerExportDeps, readOwnerExport, writeOwnerExport } from './write-owner-export.ts';

/** Everything of an owner as one zip. See docs/decisions/0189-owners-leave-with-everything.md. */
export function ownerExportRoute(api: Api, deps: OwnerExportDeps) {
  api.get(
    '/api/user/export.zip',
    {
      onRequest: [requireSignedIn, requireStepUp],
      schema: {
        tags: ['Accounts'],
        summary: 'Export everything of the account as a zip: listings, pictures, leads, reviews and analytics',
        produces: ['application/zip'],
        response: { 200: z.string(), ...errorResponses },
      },
    },
    async (request, reply) => {
      const owned = await readOwnerExport(deps, requireUser(request));
      const stream = new PassThrough();
      writeOwnerExport(stream, deps, owned).catch((error) => {
        request.log.error({ err: error }, 'an export was not written');
      });
      reply.type('application/zip').header('content-disposition', 'attachment; filename="my-listings.zip"');
      return reply.send(stream as never);
    },
  );
}
