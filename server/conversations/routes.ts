import type { Kysely } from 'kysely';
import { apiErrorSchema } from '#contract/api.ts';
import {
  conversationSchema,
  firstMessageSchema,
  replySchema,
  sentMessageSchema,
} from '#contract/conversations/conversations.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { conversationActionRoutes, toTarget } from './action-routes.ts';
import { reply } from './actions.ts';
import { confirmConversation } from './confirm.ts';
import type { ConversationDeps } from './deps.ts';
import { sendFirstMessage } from './first-message.ts';
import { requestToJoin } from './join-requests.ts';
import { toVisitor } from './participants.ts';
import { presentConversation } from './presenter.ts';
import { changeErrors, errors, params, tags } from './route-options.ts';

/** Messages between customers and businesses. Customers without an account open the link of an email first. */
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
      config: { keyScope: 'leads:read' },
      schema: {
        tags,
        summary: 'A conversation that one takes part in',
        params,
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
        summary: 'Send the first message',
        params,
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
      config: { keyScope: 'leads:answer' },
      schema: {
        tags,
        summary: 'Reply',
        params,
        body: replySchema,
        response: { 200: conversationSchema, ...changeErrors },
      },
    },
    (request) => reply(db, toTarget(request), request.body, deps),
  );

  conversationActionRoutes(api, { db });
}
