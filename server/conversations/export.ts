import { type Kysely, sql } from 'kysely';
import { conversationsQuerySchema } from '#contract/conversations/conversations.ts';
import { csvCell } from '#server/import/report.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { listConversations } from './presenter.ts';

// So few that other requests are answered between two pages of a long file.
const PAGE = 100;
const COLUMNS = [
  'id',
  'received',
  'listing',
  'customer',
  'phone',
  'topic',
  'source',
  'label',
  'first_message',
  'first_answered',
  'last_message_at',
];

interface Details {
  id: number;
  received: Date;
  phone: string | null;
  first_message: string | null;
  first_answered: Date | null;
}

/** The conversations that an account's business received as CSV with a heading, page by page, so that its memory does not grow with them. */
export async function* exportConversations(db: Kysely<DB>, accountId: number): AsyncIterable<string> {
  yield `${COLUMNS.join(',')}\n`;
  let cursor: string | null = null;
  do {
    const query = conversationsQuerySchema.parse({ limit: PAGE, ...(cursor !== null && { cursor }) });
    const page = await listConversations(db, accountId, query);
    const ids = page.conversations.map(({ id }) => id);
    const { rows } = await sql<Details>`
      select id, opened_at as received, customer_phone as phone, first_answered_at as first_answered,
        (select body from messages m where m.conversation_id = c.id and m.status = 'sent' order by m.id limit 1) as first_message
      from conversations c where id = any(${ids})`.execute(db);
    const details = new Map(rows.map((row) => [row.id, row]));
    for (const { id, listing, customer, topic, source, label, lastMessageAt } of page.conversations) {
      const row = details.get(id);
      const cells = [
        ...[id, row?.received.toISOString(), listing.title, customer, row?.phone, topic, source, label],
        ...[row?.first_message, row?.first_answered?.toISOString(), lastMessageAt],
      ];
      yield `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\n`;
    }
    cursor = page.cursor;
  } while (cursor !== null);
}
