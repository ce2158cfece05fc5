import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import {
  accountIdSchema,
  adminUserSchema,
  adminUsersQuerySchema,
  auditEntrySchema,
  auditQuerySchema,
  suspensionSchema,
} from '#contract/admin.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '../db/schema.ts';
import { type Api, linkNext } from '../http/api.ts';
import { administrator } from '../http/sessions.ts';
import { listAudit } from './audit.ts';
import { activate, suspend } from './suspension.ts';
import { listUsers } from './users.ts';

const tags = ['Administration'];
const byId = z.object({ id: accountIdSchema });
/** What any of them may answer instead. */
export const failures = { 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema };
const users = { querystring: adminUsersQuerySchema, response: { 200: z.array(adminUserSchema), ...failures } };
const change = {
  params: byId,
  response: { 200: adminUserSchema, ...failures, 404: apiErrorSchema, 409: apiErrorSchema },
};

/** Asked before anything that was sent is looked at: who may not ask learns nothing from the answer. */
export const onlyAdministrator = async (request: FastifyRequest) => {
  administrator(request);
};

/** What the administrator alone may do: look accounts up, suspend and activate them, read what was done. */
export function moderationRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/admin/users',
    { onRequest: onlyAdministrator, schema: { ...users, tags, summary: 'All accounts' } },
    async (request, reply) => {
      const { users, ...list } = await listUsers(db, { ...request.query, suspendedOnly: false });
      return answerPage(reply, users, list);
    },
  );

  api.get(
    '/api/admin/users/suspended',
    { onRequest: onlyAdministrator, schema: { ...users, tags, summary: 'The suspended accounts' } },
    async (request, reply) => {
      const { users, ...list } = await listUsers(db, { ...request.query, suspendedOnly: true });
      return answerPage(reply, users, list);
    },
  );

  api.post(
    '/api/admin/users/:id/suspend',
    {
      onRequest: onlyAdministrator,
      schema: {
        ...change,
        body: suspensionSchema,
        tags,
        summary: 'Ends all sessions and hides the listings of an account',
      },
    },
    async (request) => {
      const { accountId: by } = administrator(request);
      return suspend(db, { id: request.params.id, reason: request.body.reason, by });
    },
  );

  api.post(
    '/api/admin/users/:id/activate',
    { onRequest: onlyAdministrator, schema: { ...change, tags, summary: 'Takes a suspension back' } },
    async (request) => activate(db, { id: request.params.id, by: administrator(request).accountId }),
  );

  api.get(
    '/api/admin/audit',
    {
      onRequest: onlyAdministrator,
      schema: {
        tags,
        summary: 'What was done to accounts, newest first',
        querystring: auditQuerySchema,
        response: { 200: z.array(auditEntrySchema), ...failures },
      },
    },
    async (request, reply) => {
      const { entries, cursor } = await listAudit(db, request.query);
      linkNext(reply, cursor);
      return entries;
    },
  );
}

/** Answers one page of a table, with the number of rows on all pages and where the next one begins. */
export function answerPage<Row>(
  reply: FastifyReply,
  rows: Row[],
  { cursor, total }: { cursor: string | null; total: number },
): Row[] {
  reply.header('x-total-count', total);
  linkNext(reply, cursor);
  return rows;
}
