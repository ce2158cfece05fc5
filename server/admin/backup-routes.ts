import type { Kysely } from 'kysely';
import { backupStateSchema } from '#contract/admin/upkeep.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
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
}
