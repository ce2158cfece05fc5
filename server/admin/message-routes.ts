import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { mailBacklogSchema } from '#contract/admin/health.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { adminMessageSchema, adminMessagesQuerySchema, messageAnswerSchema } from '#contract/contact/contact.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { getMailBacklog } from '#server/platform/jobs/mail-backlog.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';
import { answerMessage, deleteMessage, listMessages, markAsNew, markAsSpam } from './messages.ts';

const onRequest = requirePermission('messages');

const params = z.object({ id: idSchema });
const change = {
  params,
  response: { 200: adminMessageSchema, ...changeErrorResponses },
};

/** Messages from the contact form, the actions on them, and the backlog of unsent emails. */
export function adminMessageRoutes(api: Api, { db, ...deps }: NoticeDeps & { db: Kysely<DB> }) {
  api.get(
    '/api/admin/messages',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List contact messages by status: new, answered or spam',
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
    {
      onRequest,
      schema: { ...change, body: messageAnswerSchema, tags, summary: 'Email a reply to the sender of a message' },
    },
    (request) => {
      const { accountId: by } = requireUser(request);
      return answerMessage(db, { id: request.params.id, text: request.body.text, by }, deps);
    },
  );

  api.post(
    '/api/admin/messages/:id/spam',
    { onRequest, schema: { ...change, tags, summary: 'Mark a message as spam, which deletes it after 30 days' } },
    (request) => markAsSpam(db, request.params.id),
  );

  api.post(
    '/api/admin/messages/:id/not-spam',
    { onRequest, schema: { ...change, tags, summary: 'Unmark a message as spam' } },
    (request) => markAsNew(db, request.params.id),
  );

  api.delete(
    '/api/admin/messages/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete a message',
        params,
        response: { 200: messageResponseSchema, ...errorResponses, 404: apiErrorSchema },
      },
    },
    async (request) => {
      await deleteMessage(db, request.params.id);
      return { message: t('The message was deleted.') };
    },
  );

  api.get(
    '/api/admin/mail',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Retrieve the number of emails in the queue and in the dead letter queue',
        response: { 200: mailBacklogSchema, ...errorResponses },
      },
    },
    () => getMailBacklog(db),
  );
}
