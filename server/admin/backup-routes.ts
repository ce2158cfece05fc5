import type { Kysely } from 'kysely';
import { backupStateSchema } from '#contract/admin/upkeep.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import type { ScheduledBackup } from '#server/platform/storage/backup/scheduled-backup.ts';
import { changeErrorResponses, errorResponses, tags } from '#server/staff/route-options.ts';

/** What `npm run backup` does, for administrators in the browser. */
export function backupRoutes(api: Api, { db, scheduledBackup }: { db: Kysely<DB>; scheduledBackup: ScheduledBackup }) {
  const onRequest = requirePermission('health');
  api.get(
    '/api/admin/backups',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Retrieve when the last backup was made, and whether one is being made',
        response: { 200: backupStateSchema, ...errorResponses },
      },
    },
    () => scheduledBackup.getState(),
  );

  api.post(
    '/api/admin/backups',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Start a backup of the database and the pictures',
        response: { 200: backupStateSchema, ...changeErrorResponses },
      },
    },
    async (request) => {
      const { accountId: actorId } = requireUser(request);
      await scheduledBackup.startNow();
      await recordAuditEvent(db, { kind: 'backup-started', accountId: null, username: null, actorId });
      return { ...(await scheduledBackup.getState()), isRunning: true };
    },
  );

  api.get(
    '/api/admin/backups/file',
    {
      // It has everything, also what is hidden from other roles, and the hashes of passwords.
      onRequest: [requirePermission('settings'), requireStepUp],
      schema: {
        tags,
        summary: 'Download the newest backup as one tar file',
        response: { ...errorResponses, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { name, content } = await scheduledBackup.download();
      const { accountId: actorId } = requireUser(request);
      const reason = `backup, ${name}`;
      await recordAuditEvent(db, { kind: 'data-exported', accountId: null, username: null, actorId, reason });
      return reply
        .type('application/x-tar')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(content as never);
    },
  );
}
