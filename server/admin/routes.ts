import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import {
  accountIdSchema,
  adminUserSchema,
  adminUsersQuerySchema,
  auditLogEntrySchema,
  auditQuerySchema,
  suspensionSchema,
} from '#contract/admin.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '../db/schema.ts';
import { type Api, setNextLink } from '../http/api.ts';
import { requireAdmin } from '../http/sessions.ts';
import { listAuditEntries } from './audit-log.ts';
import { activate, suspend } from './suspension.ts';
import { listUsers } from './users.ts';

const tags = ['Administration'];
const idParams = z.object({ id: accountIdSchema });
/** What any of them may answer instead. */
export const errorResponses = { 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema };
const users = { querystring: adminUsersQuerySchema, response: { 200: z.array(adminUserSchema), ...errorResponses } };
const change = {
  params: idParams,
  response: { 200: adminUserSchema, ...errorResponses, 404: apiErrorSchema, 409: apiErrorSchema },
};

/** Asked before anything that was sent is looked at: who may not ask learns nothing from the answer. */
export const requireAdministrator = async (request: FastifyRequest) => {
  requireAdmin(request);
};

/** What the administrator alone may do: look accounts up, suspend and activate them, read what was done. */
export function adminRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/admin/users',
    { onRequest: requireAdministrator, schema: { ...users, tags, summary: 'All accounts' } },
    async (request, reply) => {
      const { users, ...list } = await listUsers(db, { ...request.query, suspendedOnly: false });
      return withPageHeaders(reply, users, list);
    },
  );

  api.get(
    '/api/admin/users/suspended',
    { onRequest: requireAdministrator, schema: { ...users, tags, summary: 'The suspended accounts' } },
    async (request, reply) => {
      const { users, ...list } = await listUsers(db, { ...request.query, suspendedOnly: true });
      return withPageHeaders(reply, users, list);
    },
  );

  api.post(
    '/api/admin/users/:id/suspend',
    {
      onRequest: requireAdministrator,
      schema: {
        ...change,
        body: suspensionSchema,
        tags,
        summary: 'Ends all sessions and hides the listings of an account',
      },
    },
    async (request) => {
      const { accountId: by } = requireAdmin(request);
      return suspend(db, { id: request.params.id, reason: request.body.reason, by });
    },
  );

  api.post(
    '/api/admin/users/:id/activate',
    { onRequest: requireAdministrator, schema: { ...change, tags, summary: 'Takes a suspension back' } },
    async (request) => activate(db, { id: request.params.id, by: requireAdmin(request).accountId }),
  );

  api.get(
    '/api/admin/audit',
    {
      onRequest: requireAdministrator,
      schema: {
        tags,
        summary: 'What was done to accounts, newest first',
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

/** Answers one page of a table, with the number of rows on all pages and where the next one begins. */
export function withPageHeaders<Row>(
  reply: FastifyReply,
  rows: Row[],
  { cursor, total }: { cursor: string | null; total: number },
): Row[] {
  reply.header('x-total-count', total);
  setNextLink(reply, cursor);
  return rows;
}
