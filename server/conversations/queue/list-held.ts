import { type Kysely, sql } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { ListQuery } from '#contract/api.ts';
import type { HeldConversation, Message, Side } from '#contract/conversations/conversations.ts';
import { defineMessage, translateDefined } from '#contract/i18n/t.ts';
import { listMessagesOf } from '#server/conversations/list-messages.ts';
import { findWords, type HoldReason } from '#server/conversations/spam.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { toAccountRef } from '#server/reports/list-reports.ts';

const REASONS: Record<HoldReason, string> = {
  link: defineMessage('A link from somebody unknown'),
  word: defineMessage('A word on the list'),
  alike: defineMessage('Much the same text to other businesses'),
};

/**
 * The conversations that wait for the staff: with a message that is held, or reported. The oldest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listHeldConversations(
  db: Kysely<DB>,
  query: ListQuery,
  { messageWords }: Pick<SettingValues, 'messageWords'>,
) {
  const [{ rows }, total] = await Promise.all([heldConversationsQuery(query).execute(db), heldCountQuery.execute(db)]);
  const { page, cursor } = paginate(rows, query.limit, byId);
  const messages = await listMessagesOf(
    db,
    page.map(({ id }) => id),
    'staff',
  );
  const conversations = page.map((row) => present(row, messages.get(row.id) ?? [], messageWords));
  return { conversations, cursor, total: total.rows[0]?.total ?? 0 };
}

interface HeldRow {
  id: number;
  listing_id: number | null;
  listing_title: string;
  customer_id: number | null;
  customer_name: string | null;
  owner_id: number | null;
  owner_username: string | null;
  status: HeldConversation['status'];
  held_for: HoldReason[];
  reported_by: Side | null;
  reported_at: Date | null;
  report_text: string | null;
  created_at: Date;
}

/** One page of them and one more row. Exported for the test of its query plan. */
export function heldConversationsQuery({ cursor, limit }: ListQuery) {
  const after = cursor === undefined ? 0 : parseCursor(cursor, idPosition).id;
  return sql<HeldRow>`
    select c.id, c.listing_id, c.listing_title, c.customer_id, c.customer_name, c.owner_id, a.username as owner_username, c.status, c.held_for,
      c.reported_by, c.reported_at, c.report_text, c.created_at
    from conversations c left join accounts a on a.id = c.owner_id
    where (c.status = 'held' or c.reported_at is not null) and c.id > ${after}
    order by c.id limit ${limit + 1}`;
}

const heldCountQuery = sql<{ total: number }>`
  select count(*)::int as total from conversations where status = 'held' or reported_at is not null`;

/** A conversation with the account of its customer, which the response does not name. */
export type ListedConversation = HeldConversation & { customerId: number | null };

function present(row: HeldRow, messages: Message[], messageWords: string): ListedConversation {
  const held = messages.filter((message) => message.held);
  return {
    id: row.id,
    customerId: row.customer_id,
    listing: { id: row.listing_id, title: row.listing_title },
    customer: row.customer_name,
    owner: toAccountRef(row.owner_id, row.owner_username),
    status: row.status,
    reasons: row.status === 'held' ? row.held_for.map((reason) => translateDefined(REASONS[reason])) : [],
    words: findWords(held.map(({ text }) => text).join('\n'), messageWords),
    report:
      row.reported_by && row.reported_at
        ? { by: row.reported_by, text: row.report_text ?? '', at: row.reported_at.toISOString() }
        : null,
    messages,
    createdAt: row.created_at.toISOString(),
  };
}
