import { Readable } from 'node:stream';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import {
  conversationReportSchema,
  conversationRowSchema,
  conversationSchema,
  conversationsQuerySchema,
  conversationTokenSchema,
  firstMessageSchema,
  labelChangeSchema,
  messagePictureSchema,
  replySchema,
  sentMessageSchema,
  unreadCountSchema,
} from '#contract/conversations/conversations.ts';
import { inboxSettingsChangeSchema, inboxSettingsSchema, noteSchema } from '#contract/conversations/inbox-settings.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { getClientAddress } from '../http/client-address.ts';
import { setNextLink } from '../http/cursor.ts';
import { NotFound } from '../http/errors.ts';
import { consumeRateLimit } from '../http/rate-limit.ts';
import { requireSignedIn, requireUser } from '../http/sessions.ts';
import { FORM_LIMITS, withUpload } from '../photos/upload-form.ts';
import type { Storage } from '../storage/storage.ts';
import { blockCustomer, markRead, reply, reportConversation, setLabel, setNote, stopConversation } from './actions.ts';
import { exportConversations } from './export.ts';
import { readInboxSettings, saveInboxSettings } from './inbox-settings.ts';
import { countJoinRequests, requestToJoin } from './join-requests.ts';
import type { ConversationDeps } from './messages.ts';
import { requireParticipant, toVisitor } from './participants.ts';
import { uploadMessagePicture } from './pictures.ts';
import { listConversations, presentConversation, unreadCountQuery } from './presenter.ts';
import { confirmConversation, sendFirstMessage } from './start.ts';

const PICTURE_RATE_LIMIT = { limit: 30, windowSeconds: 60 * 60 };
const PICTURE_FILE = /^(message-[a-z0-9]{20,40})-\d{1,5}\.webp$/;

const tags = ['Conversations'];
const params = z.object({ id: idSchema });
const headers = z.object({ 'conversation-token': conversationTokenSchema.optional() });
const errors = { 400: apiErrorSchema, 404: apiErrorSchema };
const changeErrors = { ...errors, 403: apiErrorSchema, 409: apiErrorSchema, 429: apiErrorSchema };

/** Messages between customers and businesses. Customers without an account use the token of the link in our emails. */
export async function conversationRoutes(
  api: Api,
  { db, storage, ...deps }: ConversationDeps & { db: Kysely<DB>; storage: Storage },
) {
  api.post(
    '/api/ads/:id/messages',
    {
      schema: {
        tags,
        summary: 'Write to a business',
        params,
        body: firstMessageSchema,
        response: { 201: sentMessageSchema, ...changeErrors },
      },
    },
    async (request, response) => {
      const sender = {
        accountId: request.user?.accountId ?? null,
        address: getClientAddress(request),
      };
      return response.code(201).send(await sendFirstMessage(db, request.params.id, request.body, sender, deps));
    },
  );

  api.post(
    '/api/ads/:id/join-requests',
    {
      schema: {
        tags,
        summary: 'Say that one would write to a business that nobody has claimed',
        params,
        response: { 204: z.null(), ...errors, 429: apiErrorSchema },
      },
    },
    async (request, response) => {
      await requestToJoin(db, request.params.id, getClientAddress(request));
      return response.code(204).send(null);
    },
  );

  // In its own scope: no other route parses multipart bodies.
  await api.register(async (uploads: Api) => {
    await uploads.register(fastifyMultipart, { limits: FORM_LIMITS });
    uploads.post(
      '/api/message-pictures',
      {
        config: { multipart: true },
        schema: {
          tags,
          summary: 'Upload a JPEG, PNG, WebP or AVIF of at most 10 MB for a message, in the field `file`',
          consumes: ['multipart/form-data'],
          response: {
            201: messagePictureSchema,
            400: apiErrorSchema,
            413: apiErrorSchema,
            429: apiErrorSchema,
            503: apiErrorSchema,
          },
        },
      },
      async (request, response) => {
        await consumeRateLimit(db, `message-pictures:${getClientAddress(request)}`, PICTURE_RATE_LIMIT);
        const picture = await withUpload(request, request.user?.accountId ?? null, (bytes) =>
          uploadMessagePicture({ db, storage }, bytes),
        );
        return response.code(201).send(picture);
      },
    );
  });

  api.get(
    '/api/conversations/:id',
    {
      schema: {
        tags,
        summary: 'A conversation that one takes part in',
        params,
        headers,
        response: { 200: conversationSchema, ...errors },
      },
    },
    (request) => presentConversation(db, request.params.id, toVisitor(request)),
  );

  api.get(
    '/api/conversations/:id/pictures/:file',
    {
      schema: {
        hide: true,
        params: params.extend({ file: z.string().max(100) }),
        querystring: z.object({ token: conversationTokenSchema.optional() }),
      },
    },
    async (request, response) => {
      const { id, file } = request.params;
      const accountId = request.user?.accountId ?? null;
      const { side } = await requireParticipant(db, id, { accountId, token: request.query.token });
      const name = PICTURE_FILE.exec(file)?.[1] ?? '';
      const found = await db
        .selectFrom('message_pictures as p')
        .innerJoin('messages as m', 'm.id', 'p.message_id')
        .select('p.name')
        .where('m.conversation_id', '=', id)
        .where((where) => where.or([where('m.sender', '=', side), where('m.status', '=', 'sent')]))
        .where('p.name', '=', name)
        .executeTakeFirst();
      const bytes = found ? await storage.get(file) : null;
      if (!bytes) throw new NotFound('Picture not found.');
      return response
        .headers({
          'content-type': 'image/webp',
          'cache-control': 'private, max-age=3600',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        })
        .send(bytes);
    },
  );

  api.post(
    '/api/conversations/:id/confirm',
    {
      schema: {
        tags,
        summary: 'Send the first message, with the token of the link in the email',
        params,
        headers,
        response: { 200: conversationSchema, ...changeErrors },
      },
    },
    async (request) => {
      await confirmConversation(db, request.params.id, toVisitor(request), deps);
      return presentConversation(db, request.params.id, toVisitor(request));
    },
  );

  api.post(
    '/api/conversations/:id/messages',
    {
      schema: {
        tags,
        summary: 'Reply',
        params,
        headers,
        body: replySchema,
        response: { 200: conversationSchema, ...changeErrors },
      },
    },
    (request) => reply(db, toTarget(request), request.body, deps),
  );

  api.post(
    '/api/conversations/:id/read',
    {
      schema: {
        tags,
        summary: 'Say that all messages were read',
        params,
        headers,
        response: { 204: z.null(), ...errors },
      },
    },
    async (request, response) => {
      await markRead(db, toTarget(request));
      return response.code(204).send(null);
    },
  );

  api.put(
    '/api/conversations/:id/label',
    {
      schema: {
        tags,
        summary: 'Label a conversation of one’s business',
        params,
        body: labelChangeSchema,
        response: { 200: conversationSchema, ...changeErrors },
      },
    },
    (request) => setLabel(db, toTarget(request), request.body.label),
  );

  api.put(
    '/api/conversations/:id/note',
    {
      schema: {
        tags,
        summary: 'Keep a note on a conversation that the business received',
        params,
        body: noteSchema,
        response: { 200: conversationSchema, ...changeErrors },
      },
    },
    (request) => setNote(db, toTarget(request), request.body.text),
  );

  for (const [verb, summary, act] of [
    ['stop', 'Stop a conversation for good', stopConversation],
    ['block', 'Stop a conversation, and take no more of its customer', blockCustomer],
  ] as const)
    api.post(
      `/api/conversations/:id/${verb}`,
      { schema: { tags, summary, params, headers, response: { 204: z.null(), ...changeErrors } } },
      async (request, response) => {
        await act(db, toTarget(request));
        return response.code(204).send(null);
      },
    );

  api.post(
    '/api/conversations/:id/report',
    {
      schema: {
        tags,
        summary: 'Report a conversation to the staff',
        params,
        headers,
        body: conversationReportSchema,
        response: { 200: conversationSchema, ...changeErrors },
      },
    },
    (request) => reportConversation(db, toTarget(request), request.body.text),
  );

  api.get(
    '/api/user/conversations',
    {
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
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Export the conversations that the account’s business received as CSV',
        produces: ['text/csv'],
        response: { 401: apiErrorSchema },
      },
    },
    async (request, response) => {
      const lines = exportConversations(db, requireUser(request).accountId);
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

const toTarget = (request: FastifyRequest<{ Params: { id: number } }>) => ({
  id: request.params.id,
  visitor: toVisitor(request),
});
