import { type Kysely, sql } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import {
  invitationFormSchema,
  roleChangeSchema,
  type StaffInvitation,
  staffReasonSchema,
  staffSchema,
} from '#contract/admin/staff.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { invite, resendInvitation, withdrawInvitation } from './invitations.ts';
import { listMembers } from './members.ts';
import { changeRole, removeMember } from './role-change.ts';
import { staffSessionRoutes } from './session-routes.ts';
import type { StaffDeps } from './staff-deps.ts';

const tags = ['Administration'];
const prefix = '/api/admin/staff';
const onRequest = [requirePermission('staff'), requireStepUp];
const params = z.object({ id: idSchema });
const response = { 200: messageResponseSchema, ...errorResponses, 404: apiErrorSchema };

/** The staff, invitations to it, its roles and its sessions. Every change asks again who it is. */
export function staffRoutes(api: Api, { db, ...deps }: StaffDeps & { db: Kysely<DB> }) {
  api.get(
    prefix,
    {
      onRequest: requirePermission('staff'),
      schema: {
        tags,
        summary: 'List the staff and open invitations',
        response: { 200: staffSchema, ...errorResponses },
      },
    },
    async () => ({ members: await listMembers(db), invitations: await listInvitations(db) }),
  );

  api.post(
    `${prefix}/invitations`,
    { onRequest, schema: { tags, summary: 'Invite somebody by email', body: invitationFormSchema, response } },
    async (request) => {
      await invite(db, { ...request.body, by: requireUser(request).accountId }, deps);
      return { message: t('The invitation is on its way.') };
    },
  );

  api.post(
    `${prefix}/invitations/:id/resend`,
    { onRequest, schema: { tags, summary: 'Send an invitation again, with a new link', params, response } },
    async (request) => {
      await resendInvitation(db, { id: request.params.id, by: requireUser(request).accountId }, deps);
      return { message: t('The invitation is on its way again.') };
    },
  );

  api.post(
    `${prefix}/invitations/:id/withdraw`,
    { onRequest, schema: { tags, summary: 'Withdraw an invitation', params, body: staffReasonSchema, response } },
    async (request) => {
      const { id } = request.params;
      await withdrawInvitation(db, { id, reason: request.body.reason, by: requireUser(request).accountId });
      return { message: t('The invitation is withdrawn.') };
    },
  );

  api.post(
    `${prefix}/:id/role`,
    { onRequest, schema: { tags, summary: 'Change the role of a member', params, body: roleChangeSchema, response } },
    async (request) => {
      const { accountId: by } = requireUser(request);
      await changeRole(db, { id: request.params.id, ...request.body, by }, deps);
      return { message: t('The role is changed.') };
    },
  );

  api.post(
    `${prefix}/:id/remove`,
    {
      onRequest,
      schema: { tags, summary: 'Remove a member from the staff', params, body: staffReasonSchema, response },
    },
    async (request) => {
      const { accountId: by } = requireUser(request);
      await removeMember(db, { id: request.params.id, reason: request.body.reason, by }, deps);
      return { message: t('They’re not on the team anymore.') };
    },
  );

  staffSessionRoutes(api, { db });
}

/** Invitations that were neither accepted nor withdrawn, newest first. */
async function listInvitations(db: Kysely<DB>): Promise<StaffInvitation[]> {
  const rows = await db
    .selectFrom('staff_invitations as i')
    .innerJoin('accounts', 'accounts.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'role', 'reason', 'invited_by', 'username', 'sent_at', 'expires_at'])
    .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
    .orderBy('i.id', 'desc')
    .execute();
  return rows.map(({ id, email, role, reason, ...row }) => ({
    id,
    email,
    role,
    reason,
    invitedBy: { id: row.invited_by, username: row.username },
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isExpired: row.is_expired,
  }));
}
