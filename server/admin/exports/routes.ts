import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { EXPORT_SUBJECTS, type ExportSubject, exportQuerySchema } from '#contract/admin/exports.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { errorResponses, tags } from '#server/staff/route-options.ts';
import { exportTable } from './export.ts';

const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' };

/** Everything in a table as a file, with personal data: each download is in the audit log. */
export function exportRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  for (const subject of Object.keys(EXPORT_SUBJECTS) as ExportSubject[]) {
    api.get(
      `/api/admin/exports/${subject}`,
      {
        onRequest: [requirePermission(EXPORT_SUBJECTS[subject]), requireStepUp],
        schema: {
          tags,
          summary: `Export all ${subject} as CSV or JSON lines`,
          querystring: exportQuerySchema,
          response: errorResponses,
        },
      },
      async (request, reply) => {
        const { format } = request.query;
        const { accountId: actorId } = requireUser(request);
        const reason = `${subject} as ${format}`;
        await recordAuditEvent(db, { kind: 'data-exported', accountId: null, username: null, actorId, reason });
        return reply
          .type(TYPES[format])
          .header('content-disposition', `attachment; filename="${subject}.${format}"`)
          .send(Readable.from(exportTable(db, subject, format)) as never);
      },
    );
  }
}
