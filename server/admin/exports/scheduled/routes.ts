import type { Kysely } from 'kysely';
import {
  type ExportSchedules,
  exportScheduleFormSchema,
  exportScheduleIdSchema,
  exportSchedulesSchema,
} from '#contract/admin/scheduled-exports.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { changeErrorResponses, errorResponses, tags } from '#server/staff/route-options.ts';
import type { ScheduledExports } from './scheduled-exports.ts';
import { addSchedule, listSchedules, removeSchedule } from './schedules.ts';

const mayRead = requirePermission('settings');
const mayChange = [mayRead, requireStepUp];
const response = { ...changeErrorResponses, 200: exportSchedulesSchema };

/** Exports that are made by themselves: lists, adds and removes them, and downloads their files. */
export function scheduledExportRoutes(
  api: Api,
  { db, scheduledExports }: { db: Kysely<DB>; scheduledExports: ScheduledExports },
) {
  const { isPlaceSet, isEncrypted, openStore } = scheduledExports;
  const list = async (): Promise<ExportSchedules> => ({ schedules: await listSchedules(db), isPlaceSet, isEncrypted });

  api.get(
    '/api/admin/export-schedules',
    { onRequest: mayRead, schema: { tags, summary: 'List scheduled exports and their files', response } },
    list,
  );

  api.post(
    '/api/admin/export-schedules',
    {
      onRequest: mayChange,
      schema: { tags, summary: 'Schedule an export', body: exportScheduleFormSchema, response },
    },
    async (request) => {
      await addSchedule(db, request.body, requireUser(request).accountId);
      return list();
    },
  );

  api.delete(
    '/api/admin/export-schedules/:id',
    {
      onRequest: mayChange,
      schema: { tags, summary: 'Remove a scheduled export and its files', params: exportScheduleIdSchema, response },
    },
    async (request) => {
      const store = openStore();
      try {
        await removeSchedule(db, store, request.params.id, requireUser(request).accountId);
      } finally {
        await store.close();
      }
      return list();
    },
  );

  api.get(
    '/api/admin/export-files/:id',
    {
      onRequest: mayChange,
      schema: {
        tags,
        summary: 'Download a file of a scheduled export',
        params: exportScheduleIdSchema,
        response: { ...errorResponses, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const file = await db
        .selectFrom('export_files')
        .select(['name'])
        .where('id', '=', request.params.id)
        .where('finished_at', 'is not', null)
        .executeTakeFirst();
      if (!file) throw new NotFound(t('This file doesn’t exist.'));
      const fileName = file.name.split('/').at(-1);
      const store = openStore();
      const content = await store.read(file.name).catch(async (error) => {
        await store.close();
        request.log.error({ err: error, name: file.name }, 'a file of a scheduled export cannot be read');
        throw new NotFound(t('This file isn’t where it was stored.'));
      });
      content.once('close', () => void store.close());
      const { accountId: actorId } = requireUser(request);
      const reason = `scheduled, ${fileName}`;
      await recordAuditEvent(db, { kind: 'data-exported', accountId: null, username: null, actorId, reason });
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(content as never);
    },
  );
}
