import type { Kysely } from 'kysely';
import { idSchema, listQuerySchema } from '#contract/api.ts';
import { heldConversationSchema, messageDecisionSchema } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '../../db/schema.ts';
import type { Api } from '../../http/api.ts';
import { Invalid } from '../../http/errors.ts';
import { requirePermission } from '../../http/permissions.ts';
import { requireUser } from '../../http/sessions.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '../../staff/route-options.ts';
import type { ConversationDeps } from '../deps.ts';
import { approveMessages, withholdMessages } from './held-messages.ts';
import { listHeldConversations } from './list-held.ts';
import { dismissReport, stopReported } from './reported.ts';

const onRequest = requirePermission('messages');
const params = z.object({ id: idSchema });

/** The queue of held and reported messages between customers and businesses. Nobody of the staff reads others. */
export function adminConversationRoutes(api: Api, { db, ...deps }: ConversationDeps & { db: Kysely<DB> }) {
  api.get(
    '/api/admin/conversations',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List conversations with a held message, and reported ones',
        querystring: listQuerySchema,
        response: { 200: z.array(heldConversationSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { conversations, ...list } = await listHeldConversations(db, request.query);
      return sendTablePage(reply, conversations, list);
    },
  );

  for (const [verb, summary, act, needsReason] of [
    ['approve', 'Pass held messages on', approveMessages, false],
    ['withhold', 'Withhold held messages, and tell the customer why', withholdMessages, true],
    ['stop', 'Stop a reported conversation', stopReported, true],
    ['dismiss', 'Close the report of a conversation', dismissReport, false],
  ] as const)
    api.post(
      `/api/admin/conversations/:id/${verb}`,
      {
        onRequest,
        schema: {
          tags,
          summary,
          params,
          body: messageDecisionSchema,
          response: { 204: z.null(), ...changeErrorResponses },
        },
      },
      async (request, reply) => {
        const { reason } = request.body;
        if (needsReason && reason === '')
          throw new Invalid(t('Say why.'), [{ path: 'reason', message: t('Enter a reason.') }]);
        await act(db, { id: request.params.id, by: requireUser(request).accountId, reason }, deps);
        return reply.code(204).send(null);
      },
    );
}
