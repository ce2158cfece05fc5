import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import {
  conversationReportSchema,
  conversationSchema,
  conversationTokenSchema,
  firstMessageSchema,
  labelChangeSchema,
  replySchema,
  sentMessageSchema,
} from '#contract/conversations/conversations.ts';
import { noteSchema } from '#contract/conversations/inbox-settings.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { getClientAddress } from '../http/client-address.ts';
import { blockCustomer, markRead, reply, reportConversation, setLabel, setNote, stopConversation } from './actions.ts';
import { confirmConversation } from './confirm.ts';
import type { ConversationDeps } from './deps.ts';
import { requestToJoin } from './join-requests.ts';
import { toVisitor } from './participants.ts';
import { presentConversation } from './presenter.ts';
import { sendFirstMessage } from './start.ts';

const tags = ['Conversations'];
const params = z.object({ id: idSchema });
const headers = z.object({ 'conversation-token': conversationTokenSchema.optional() });
const errors = { 400: apiErrorSchema, 404: apiErrorSchema };
const changeErrors = { ...errors, 403: apiErrorSchema, 409: apiErrorSchema, 429: apiErrorSchema };

/** Messages between customers and businesses. Customers without an account use the token of the link in our emails. */
export function conversationRoutes(api: Api, { db, ...deps }: ConversationDeps & { db: Kysely<DB> }) {
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
        language: request.language,
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
}

const toTarget = (request: FastifyRequest<{ Params: { id: number } }>) => ({
  id: request.params.id,
  visitor: toVisitor(request),
});
