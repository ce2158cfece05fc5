import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import {
  conversationReportSchema,
  conversationSchema,
  labelChangeSchema,
} from '#contract/conversations/conversations.ts';
import { noteSchema } from '#contract/conversations/inbox-settings.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { blockCustomer, markRead, reportConversation, setLabel, setNote, stopConversation } from './actions.ts';
import { toVisitor } from './participants.ts';
import { changeErrors, errors, params, tags } from './route-options.ts';

/** What the participants of a conversation do in it, besides writing. */
export function conversationActionRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.post(
    '/api/conversations/:id/read',
    {
      config: { keyScope: 'leads:answer' },
      schema: {
        tags,
        summary: 'Say that all messages were read',
        params,
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
      config: { keyScope: 'leads:answer' },
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
      config: { keyScope: 'leads:answer' },
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
      { schema: { tags, summary, params, response: { 204: z.null(), ...changeErrors } } },
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
        body: conversationReportSchema,
        response: { 200: conversationSchema, ...changeErrors },
      },
    },
    (request) => reportConversation(db, toTarget(request), request.body.text),
  );
}

/** The conversation of a request, and who asks. */
export const toTarget = (request: FastifyRequest<{ Params: { id: number } }>) => ({
  id: request.params.id,
  visitor: toVisitor(request),
});
