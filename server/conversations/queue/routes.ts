import type { Kysely } from 'kysely';
import { withBlock } from '#contract/admin/decisions.ts';
import { idSchema, listQuerySchema } from '#contract/api.ts';
import {
  heldConversationSchema,
  messageDecisionSchema,
  messageRefusalSchema,
} from '#contract/conversations/conversations.ts';
import { z } from '#contract/zod.ts';
import type { ConversationDeps } from '#server/conversations/deps.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';
import { approveMessages, withholdMessages } from './held-messages.ts';
import { type ListedConversation, listHeldConversations } from './list-held.ts';
import { dismissReport, stopReported } from './reported.ts';

const onRequest = requirePermission('messages');
const toCase = ({ customerId, owner, listing }: ListedConversation) => ({
  accounts: [customerId, owner?.id ?? null],
  listings: [listing.id],
});

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
        response: { 200: z.array(withBlock(heldConversationSchema)), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { conversations, ...list } = await listHeldConversations(db, request.query, deps.settings);
      const kind = 'message-approved';
      const rows = await withBlocks(db, { kind, by: requireUser(request).accountId }, conversations, toCase);
      return sendTablePage(reply, rows, list);
    },
  );

  for (const [verb, summary, act, body] of [
    ['approve', 'Pass held messages on', approveMessages, messageDecisionSchema],
    ['withhold', 'Withhold held messages, and tell the customer why', withholdMessages, messageRefusalSchema],
    ['stop', 'Stop a reported conversation', stopReported, messageRefusalSchema],
    ['dismiss', 'Close the report of a conversation', dismissReport, messageDecisionSchema],
  ] as const)
    api.post(
      `/api/admin/conversations/:id/${verb}`,
      {
        onRequest,
        schema: {
          tags,
          summary,
          params,
          body,
          response: { 204: z.null(), ...changeErrorResponses },
        },
      },
      async (request, reply) => {
        const { reason } = request.body;
        await act(db, { id: request.params.id, by: requireUser(request).accountId, reason }, deps);
        return reply.code(204).send(null);
      },
    );
}
