import { type Kysely, sql } from 'kysely';
import type { Message, Side } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { findPictures } from './pictures.ts';

/**
 * The messages of a conversation that a side may see, the oldest first: its own, and those of the other side that were sent.
 * @param readerId who reads for the business, and gets the names of the others who wrote for it
 */
export async function listMessages(
  db: Kysely<DB>,
  conversationId: number,
  side: Side,
  readerId: number | null,
): Promise<Message[]> {
  const messages = await listMessagesOf(db, [conversationId], side, readerId);
  return messages.get(conversationId) ?? [];
}

/** The same of several conversations, by their ids. */
export async function listMessagesOf(
  db: Kysely<DB>,
  conversationIds: number[],
  side: Side | 'staff',
  readerId: number | null = null,
): Promise<Map<number, Message[]>> {
  const rows = await db
    .selectFrom('messages as m')
    .leftJoin('accounts as author', 'author.id', 'm.author_id')
    .select([
      'm.id',
      'conversation_id',
      'sender',
      'author_id',
      'author.username',
      'body',
      'via',
      'status',
      'm.created_at',
    ])
    .where('conversation_id', '=', sql<number>`any(${conversationIds}::bigint[])`)
    .$if(side !== 'staff', (query) =>
      query.where((where) => where.or([where('sender', '=', side as Side), where('status', '=', 'sent')])),
    )
    .orderBy('m.id')
    .execute();
  const pictures = await findPictures(db, rows);
  const toAuthor = ({ sender, via, author_id, username }: (typeof rows)[number]) =>
    side === 'business' && sender === 'business' && via !== 'away' && author_id !== readerId
      ? (username ?? t('a former member'))
      : null;
  const present = (row: (typeof rows)[number]): Message => ({
    id: row.id,
    sender: row.sender,
    author: readerId === null ? null : toAuthor(row),
    text: row.body,
    pictures: pictures.get(row.id) ?? [],
    via: row.via,
    held: row.status !== 'sent',
    sentAt: row.created_at.toISOString(),
  });
  const grouped = Map.groupBy(rows, ({ conversation_id }) => conversation_id);
  return new Map([...grouped].map(([id, messages]) => [id, messages.map(present)]));
}
