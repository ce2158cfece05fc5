import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { staffReasonSchema, staffSessionSchema } from '#contract/admin/staff.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { endMemberSessions, listMemberSessions } from './sessions.ts';

const tags = ['Administration'];
const prefix = '/api/admin/staff';
const onRequest = [requirePermission('staff'), requireStepUp];
const params = z.object({ id: idSchema });
const response = { 200: messageResponseSchema, ...errorResponses, 404: apiErrorSchema };

/** The sessions of the staff. Every change asks again who it is. */
export function staffSessionRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    `${prefix}/:id/sessions`,
    {
      onRequest: requirePermission('staff'),
      schema: {
        tags,
        summary: 'List the sessions of a member',
        params,
        response: { 200: z.array(staffSessionSchema), ...errorResponses, 404: apiErrorSchema },
      },
    },
    (request) => listMemberSessions(db, requireUser(request), request.params.id),
  );

  api.post(
    `${prefix}/:id/sessions/end`,
    { onRequest, schema: { tags, summary: 'End all sessions of a member', params, body: staffReasonSchema, response } },
    async (request) => {
      const { reason } = request.body;
      await endMemberSessions(db, { id: request.params.id, which: 'all', reason, by: requireUser(request) });
      return { message: t('They’re signed out everywhere.') };
    },
  );

  api.post(
    `${prefix}/:id/sessions/:sessionId/end`,
    {
      onRequest,
      schema: {
        tags,
        summary: 'End a session of a member',
        params: params.extend({ sessionId: idSchema }),
        body: staffReasonSchema,
        response,
      },
    },
    async (request) => {
      const { id, sessionId: which } = request.params;
      await endMemberSessions(db, { id, which, reason: request.body.reason, by: requireUser(request) });
      return { message: t('The device is signed out.') };
    },
  );
}
