import type { Kysely } from 'kysely';
import { doneSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { adminMessageSchema, adminMessagesQuerySchema, answerSchema } from '#contract/contact.ts';
import { mailBacklogSchema } from '#contract/mail-backlog.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { administrator } from '../http/sessions.ts';
import { mailBacklog } from '../jobs/mail-backlog.ts';
import type { NoticeParts } from '../listings/lifecycle/notices.ts';
import { answer, deleteMessage, listMessages, markAsNew, markAsSpam } from './messages.ts';
import { answerPage, failures, onlyAdministrator } from './routes.ts';

const tags = ['Administration'];
const params = z.object({ id: idSchema });
const onRequest = onlyAdministrator;
const change = { params, response: { 200: adminMessageSchema, ...failures, 404: apiErrorSchema, 409: apiErrorSchema } };

/** What people wrote by the contact form, what is done with it, and the mails that have not left. */
export function messageRoutes(api: Api, { db, ...parts }: NoticeParts & { db: Kysely<DB> }) {
  api.get(
    '/api/admin/messages',
    {
      onRequest,
      schema: {
        tags,
        summary: 'What people wrote: new, answered, or spam',
        querystring: adminMessagesQuerySchema,
        response: { 200: z.array(adminMessageSchema), ...failures },
      },
    },
    async (request, reply) => {
      const { messages, ...list } = await listMessages(db, request.query);
      return answerPage(reply, messages, list);
    },
  );

  api.post(
    '/api/admin/messages/:id/answer',
    { onRequest, schema: { ...change, body: answerSchema, tags, summary: 'Mails an answer to the sender' } },
    (request) => {
      const { accountId: by } = administrator(request);
      return answer(db, { id: request.params.id, text: request.body.text, by }, parts);
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
        response: { 200: doneSchema, ...failures, 404: apiErrorSchema },
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
        response: { 200: mailBacklogSchema, ...failures },
      },
    },
    () => mailBacklog(db),
  );
}
