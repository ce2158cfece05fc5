import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { apiErrorSchema } from '#contract/api.ts';
import {
  conversationRowSchema,
  conversationsQuerySchema,
  unreadCountSchema,
} from '#contract/conversations/conversations.ts';
import { inboxSettingsChangeSchema, inboxSettingsSchema } from '#contract/conversations/inbox-settings.ts';
import { z } from '#contract/zod.ts';
import { exportConversations } from '#server/conversations/export.ts';
import { countJoinRequests } from '#server/conversations/join-requests.ts';
import { listConversations, unreadCountQuery } from '#server/conversations/presenter.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { requireStepUp } from '#server/platform/http/permissions.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { readInboxSettings, saveInboxSettings } from './inbox-settings.ts';

const EXPORT_RATE_LIMIT: RateLimit = { limit: 10, windowSeconds: 60 * 60 };

const tags = ['Conversations'];

/** The inbox of an account: its conversations, and what it keeps to answer them. */
export function inboxRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/user/conversations',
    {
      config: { keyScope: 'leads:read' },
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'The conversations of the account, of its business or as a customer',
        querystring: conversationsQuerySchema,
        response: { 200: z.array(conversationRowSchema), 400: apiErrorSchema, 401: apiErrorSchema },
      },
    },
    async (request, response) => {
      const { conversations, cursor } = await listConversations(db, requireUser(request).accountId, request.query);
      setNextLink(response, cursor);
      return conversations;
    },
  );

  api.get(
    '/api/user/conversations.csv',
    {
      onRequest: [requireSignedIn, requireStepUp],
      schema: {
        tags,
        summary: 'Export the conversations that the account’s business received as CSV',
        produces: ['text/csv'],
        response: { 401: apiErrorSchema, 403: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, response) => {
      const { accountId } = requireUser(request);
      await consumeRateLimit(db, `export-conversations:${accountId}`, EXPORT_RATE_LIMIT);
      const lines = exportConversations(db, accountId);
      return response
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="messages.csv"')
        .send(Readable.from(lines) as never);
    },
  );

  api.get(
    '/api/user/inbox-settings',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'The answers that the account inserts into replies, and its automatic one',
        response: { 200: inboxSettingsSchema, 401: apiErrorSchema },
      },
    },
    (request) => readInboxSettings(db, requireUser(request).accountId),
  );

  api.put(
    '/api/user/inbox-settings',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Replace them',
        body: inboxSettingsChangeSchema,
        response: { 200: inboxSettingsSchema, 400: apiErrorSchema, 401: apiErrorSchema },
      },
    },
    (request) => saveInboxSettings(db, requireUser(request).accountId, request.body),
  );

  api.get(
    '/api/user/conversations/unread',
    {
      config: { keyScope: 'leads:read' },
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary:
          'How many conversations of the account’s business are unread, and how many visitors wanted to write before',
        response: { 200: unreadCountSchema, 401: apiErrorSchema },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      const [{ rows }, joinRequests] = await Promise.all([
        unreadCountQuery(accountId).execute(db),
        countJoinRequests(db, accountId),
      ]);
      return { unread: rows[0]?.unread ?? 0, joinRequests };
    },
  );
}
