import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { apiErrorSchema } from '#contract/api.ts';
import {
  accountIdSchema,
  adminUserSchema,
  adminUsersQuerySchema,
  auditEntrySchema,
  auditQuerySchema,
  suspensionSchema,
} from '#contract/moderation.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '../db/schema.ts';
import { type Api, linkNext } from '../http/api.ts';
import { administrator } from '../http/sessions.ts';
import { listAudit } from './audit.ts';
import { activate, suspend } from './suspension.ts';
import { listUsers, type UserList } from './users.ts';

const tags = ['Administration'];
const byId = z.object({ id: accountIdSchema });
const failures = { 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema };
const users = { querystring: adminUsersQuerySchema, response: { 200: z.array(adminUserSchema), ...failures } };
const change = {
  params: byId,
  response: { 200: adminUserSchema, ...failures, 404: apiErrorSchema, 409: apiErrorSchema },
};

// Before anything that was sent is looked at: who may not ask learns nothing from the answer.
const onRequest = async (request: FastifyRequest) => {
  administrator(request);
};

/** What the administrator alone may do: look accounts up, suspend and activate them, read what was done. */
export function moderationRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/admin/users',
    { onRequest, schema: { ...users, tags, summary: 'All accounts' } },
    async (request, reply) => answer(reply, await listUsers(db, { ...request.query, suspendedOnly: false })),
  );

  api.get(
    '/api/admin/users/suspended',
    { onRequest, schema: { ...users, tags, summary: 'The suspended accounts' } },
    async (request, reply) => answer(reply, await listUsers(db, { ...request.query, suspendedOnly: true })),
  );

  api.post(
    '/api/admin/users/:id/suspend',
    {
      onRequest,
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
    { onRequest, schema: { ...change, tags, summary: 'Takes a suspension back' } },
    async (request) => activate(db, { id: request.params.id, by: administrator(request).accountId }),
  );

  api.get(
    '/api/admin/audit',
    {
      onRequest,
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

function answer(reply: FastifyReply, { users, cursor, total }: UserList) {
  reply.header('x-total-count', total);
  linkNext(reply, cursor);
  return users;
}
