import type { Kysely, Transaction } from 'kysely';
import type { DecisionKind } from '#contract/admin/decisions.ts';
import { conversationNotFound } from '#server/conversations/participants.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { recordDecisionTime } from '#server/staff/decision-times.ts';
import { authorizeDecision, recordDecision } from '#server/staff/decisions.ts';

/** A decision on held messages: who decides, and why. */
export interface Decision {
  id: number;
  by: number;
  reason: string;
}

/** The conversation that is decided on. */
export type LockedConversation = Awaited<ReturnType<typeof lockConversation>>;

async function lockConversation(trx: Transaction<DB>, id: number) {
  const conversation = await trx
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!conversation) throw conversationNotFound();
  return conversation;
}

/** Decides in one transaction, with an entry in the audit log. */
export async function decide(
  db: Kysely<DB>,
  { id, by, reason }: Decision,
  kind: DecisionKind,
  apply: (trx: Transaction<DB>, conversation: LockedConversation) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const conversation = await lockConversation(trx, id);
    const permit = await authorizeDecision(trx, {
      kind,
      by,
      accounts: [conversation.customer_id, conversation.owner_id],
      listings: [conversation.listing_id],
    });
    const since = await findWaitingSince(trx, conversation);
    await apply(trx, conversation);
    await recordDecisionTime(trx, 'conversations', since);
    await recordDecision(trx, permit, {
      kind,
      accountId: conversation.customer_id,
      username: null,
      reason: reason || undefined,
      listingId: conversation.listing_id ?? undefined,
      before: { conversation: id, status: conversation.status },
    });
  });
}

/** Since when the staff could decide: the report, the click that sent the first message, or the later message. */
async function findWaitingSince(trx: Transaction<DB>, conversation: LockedConversation): Promise<Date> {
  if (conversation.status !== 'held') return conversation.reported_at ?? conversation.last_message_at;
  if (conversation.opened_at === null) return conversation.last_message_at;
  const held = await trx
    .selectFrom('messages')
    .select('created_at')
    .where('conversation_id', '=', conversation.id)
    .where('status', '=', 'held')
    .orderBy('id')
    .executeTakeFirst();
  return held?.created_at ?? conversation.last_message_at;
}
