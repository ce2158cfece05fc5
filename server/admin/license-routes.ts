import type { Kysely } from 'kysely';
import { licenseDoubtSchema, licenseDoubtsQuerySchema } from '#contract/admin/licenses.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';
import { listLicenseDoubts } from './licenses.ts';

/** Lists listings whose license is in doubt. */
export function adminLicenseRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/admin/licenses',
    {
      onRequest: requirePermission('listings'),
      schema: {
        tags,
        summary: 'List listings whose license the state’s list does not confirm, or that lack one',
        querystring: licenseDoubtsQuerySchema,
        response: { 200: z.array(licenseDoubtSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { doubts, ...list } = await listLicenseDoubts(db, request.query);
      return sendTablePage(reply, doubts, list);
    },
  );
}
