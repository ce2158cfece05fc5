import type { Kysely } from 'kysely';
import { withBlock } from '#contract/admin/decisions.ts';
import { idSchema } from '#contract/api.ts';
import { closeReportSchema, type Report, reportSchema, reportsQuerySchema } from '#contract/reports/reports.ts';
import { z } from '#contract/zod.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { listReports } from '#server/reports/list-reports.ts';
import { closeReport } from '#server/reports/reports.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';

const onRequest = requirePermission('reports');

const toCase = ({ reporter, listing }: Report) => ({ accounts: [reporter?.id ?? null], listings: [listing.id] });

const params = z.object({ id: idSchema });

/** Lists and closes reports. */
export function adminReportRoutes(api: Api, { db, ...deps }: NoticeDeps & { db: Kysely<DB> }) {
  api.get(
    '/api/admin/reports',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List open or closed reports',
        querystring: reportsQuerySchema,
        response: { 200: z.array(withBlock(reportSchema)), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { reports, ...list } = await listReports(db, request.query);
      const rows = await withBlocks(db, { kind: 'report-closed', by: requireUser(request).accountId }, reports, toCase);
      return sendTablePage(reply, rows, list);
    },
  );

  api.post(
    '/api/admin/reports/:id/close',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Close a report without hiding the listing',
        params,
        body: closeReportSchema,
        response: { 200: reportSchema, ...changeErrorResponses },
      },
    },
    (request) =>
      closeReport(db, deps, {
        id: request.params.id,
        by: requireUser(request).accountId,
        reason: request.body?.reason ?? '',
      }),
  );
}
