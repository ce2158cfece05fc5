import { type Kysely, sql } from 'kysely';
import type { Message, Side } from '#contract/conversations/conversations.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { findPictures } from './pictures.ts';

/** The messages of a conversation that a side may see, the oldest first: its own, and those of the other side that were sent. */
export async function listMessages(db: Kysely<DB>, conversationId: number, side: Side | 'staff'): Promise<Message[]> {
  const messages = await listMessagesOf(db, [conversationId], side);
  return messages.get(conversationId) ?? [];
}

/** The same of several conversations, by their ids. */
export async function listMessagesOf(
  db: Kysely<DB>,
  conversationIds: number[],
  side: Side | 'staff',
): Promise<Map<number, Message[]>> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'conversation_id', 'sender', 'body', 'via', 'status', 'created_at'])
    .where('conversation_id', '=', sql<number>`any(${conversationIds}::bigint[])`)
    .$if(side !== 'staff', (query) =>
      query.where((where) => where.or([where('sender', '=', side as Side), where('status', '=', 'sent')])),
    )
    .orderBy('id')
    .execute();
  const pictures = await findPictures(db, rows);
  const present = ({ id, sender, body, via, status, created_at }: (typeof rows)[number]): Message => ({
    id,
    sender,
    text: body,
    pictures: pictures.get(id) ?? [],
    via,
    held: status !== 'sent',
    sentAt: created_at.toISOString(),
  });
  const grouped = Map.groupBy(rows, ({ conversation_id }) => conversation_id);
  return new Map([...grouped].map(([id, messages]) => [id, messages.map(present)]));
}
