import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { auditLogEntrySchema, auditQuerySchema } from '#contract/admin/audit-log.ts';
import { withBlock } from '#contract/admin/decisions.ts';
import {
  type AdminUser,
  accountIdSchema,
  adminAccountSchema,
  adminUserSchema,
  adminUsersQuerySchema,
  suspensionSchema,
} from '#contract/admin/users.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';
import { listAuditEntries } from '#server/admin/audit/audit-log.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';
import { findAccount } from './accounts.ts';
import { activate, suspend } from './suspension.ts';
import { listUsers } from './users.ts';

const onRequest = requirePermission('accounts');

const idParams = z.object({ id: accountIdSchema });
const users = {
  querystring: adminUsersQuerySchema,
  response: { 200: z.array(withBlock(adminUserSchema)), ...errorResponses },
};
const change = {
  params: idParams,
  response: { 200: adminUserSchema, ...changeErrorResponses },
};

const toActivation = (request: FastifyRequest) => ({ kind: 'activated', by: requireUser(request).accountId }) as const;
const toCase = ({ id }: AdminUser) => ({ ref: id, accounts: [id] });

/** Lists, shows, suspends and activates accounts, and lists the audit log. */
export function adminUserRoutes(api: Api, { db, payments }: { db: Kysely<DB>; payments: PaymentDeps }) {
  api.get(
    '/api/admin/users',
    { onRequest, schema: { ...users, tags, summary: 'List accounts' } },
    async (request, reply) => {
      const { users, ...list } = await listUsers(db, { ...request.query, suspendedOnly: false });
      return sendTablePage(reply, await withBlocks(db, toActivation(request), users, toCase), list);
    },
  );

  api.get(
    '/api/admin/users/suspended',
    { onRequest, schema: { ...users, tags, summary: 'List suspended accounts' } },
    async (request, reply) => {
      const { users, ...list } = await listUsers(db, { ...request.query, suspendedOnly: true });
      return sendTablePage(reply, await withBlocks(db, toActivation(request), users, toCase), list);
    },
  );

  api.get(
    '/api/admin/users/:id',
    {
      onRequest,
      schema: {
        params: idParams,
        response: { 200: adminAccountSchema, ...errorResponses, 404: apiErrorSchema },
        tags,
        summary: 'Retrieve an account with its newest listings and payments',
      },
    },
    async (request) => findAccount(payments, { ...request.params, role: requireUser(request).role }),
  );

  api.post(
    '/api/admin/users/:id/suspend',
    {
      onRequest,
      schema: {
        ...change,
        body: suspensionSchema,
        tags,
        summary: 'Suspend an account: end its sessions and hide its listings',
      },
    },
    async (request) => {
      const { accountId: by } = requireUser(request);
      return suspend(db, { id: request.params.id, reason: request.body.reason, by });
    },
  );

  api.post(
    '/api/admin/users/:id/activate',
    { onRequest, schema: { ...change, tags, summary: 'Activate a suspended account' } },
    async (request) => activate(db, { id: request.params.id, by: requireUser(request).accountId }),
  );

  api.get(
    '/api/admin/audit',
    {
      onRequest: requirePermission('audit-log'),
      schema: {
        tags,
        summary: 'List the entries of the audit log, newest first',
        querystring: auditQuerySchema,
        response: { 200: z.array(auditLogEntrySchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { entries, cursor } = await listAuditEntries(db, request.query);
      setNextLink(reply, cursor);
      return entries;
    },
  );
}
