import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { mailBacklogSchema } from '#contract/admin.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { adminMessageSchema, adminMessagesQuerySchema, messageAnswerSchema } from '#contract/contact.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { requireAdmin } from '../http/sessions.ts';
import { getMailBacklog } from '../jobs/mail-backlog.ts';
import type { NoticeDeps } from '../listings/lifecycle/notices.ts';
import { answerMessage, deleteMessage, listMessages, markAsNew, markAsSpam } from './messages.ts';
import { changeErrorResponses, errorResponses, onRequest, sendTablePage, tags } from './route-options.ts';

const params = z.object({ id: idSchema });
const change = {
  params,
  response: { 200: adminMessageSchema, ...changeErrorResponses },
};

/** What people wrote by the contact form, what is done with it, and the mails that have not left. */
export function adminMessageRoutes(api: Api, { db, ...deps }: NoticeDeps & { db: Kysely<DB> }) {
  api.get(
    '/api/admin/messages',
    {
      onRequest,
      schema: {
        tags,
        summary: 'What people wrote: new, answered, or spam',
        querystring: adminMessagesQuerySchema,
        response: { 200: z.array(adminMessageSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { messages, ...list } = await listMessages(db, request.query);
      return sendTablePage(reply, messages, list);
    },
  );

  api.post(
    '/api/admin/messages/:id/answer',
    { onRequest, schema: { ...change, body: messageAnswerSchema, tags, summary: 'Mails an answer to the sender' } },
    (request) => {
      const { accountId: by } = requireAdmin(request);
      return answerMessage(db, { id: request.params.id, text: request.body.text, by }, deps);
    },
  );

  api.post(
    '/api/admin/messages/:id/spam',
    { onRequest, schema: { ...change, tags, summary: 'Marks a message as spam, which goes 30 days later' } },
    (request) => markAsSpam(db, request.params.id),
  );

  api.post(
    '/api/admin/messages/:id/not-spam',
    { onRequest, schema: { ...change, tags, summary: 'Takes that back' } },
    (request) => markAsNew(db, request.params.id),
  );

  api.delete(
    '/api/admin/messages/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Removes a message for good',
        params,
        response: { 200: messageResponseSchema, ...errorResponses, 404: apiErrorSchema },
      },
    },
    async (request) => {
      await deleteMessage(db, request.params.id);
      return { message: 'The message is gone.' };
    },
  );

  api.get(
    '/api/admin/mail',
    {
      onRequest,
      schema: {
        tags,
        summary: 'How many mails wait, and how many were given up',
        response: { 200: mailBacklogSchema, ...errorResponses },
      },
    },
    () => getMailBacklog(db),
  );
}
