import { type Kysely, type Selectable, sql } from 'kysely';
import type { Conversation, ConversationRow, ConversationsQuery, Side } from '#contract/conversations/conversations.ts';
import type { Photo } from '#contract/photos.ts';
import { truncate } from '#contract/text.ts';
import { type FoundWords, findByWords, owners } from '#server/conversations/inbox/inbox-search.ts';
import { findQuote, toShownQuote } from '#server/conversations/quotes/details.ts';
import { showPhone } from '#server/listings/read/presenter.ts';
import type { Conversations, DB } from '#server/platform/db/schema.ts';
import { paginate, parseCursor, timePosition } from '#server/platform/http/cursor.ts';
import { listMessages } from './list-messages.ts';
import { findRefusal } from './messages.ts';
import { requireParticipant, type Visitor } from './participants.ts';
import { findQuotePictures } from './pictures.ts';

const MAX_EXCERPT = 140;

/**
 * A conversation as somebody who takes part in it sees it.
 * @throws {NotFound} see `requireParticipant`
 */
export async function presentConversation(db: Kysely<DB>, id: number, visitor: Visitor): Promise<Conversation> {
  const { conversation, side, authorId, mayWrite } = await requireParticipant(db, id, visitor);
  const { stopped_by, customer_phone, reported_at, note, quote_request_id: quoteId } = conversation;
  const phone = side === 'business' ? customer_phone : null;
  return {
    ...presentCommon(conversation, side),
    messages: await listMessages(db, id, side, authorId),
    stoppedBy: stopped_by,
    phone,
    tel: phone && showPhone(phone).tel,
    note: side === 'business' ? note : null,
    canChange: mayWrite,
    canWrite: mayWrite && findRefusal(conversation, side) === undefined,
    reported: reported_at !== null,
    quote:
      quoteId === null
        ? null
        : presentDetails(toShownQuote(await findQuote(db, quoteId)), await findQuotePictures(db, quoteId, id), side),
  };
}

const presentDetails = (
  { body: _, createdAt: __, ...details }: ReturnType<typeof toShownQuote>,
  pictures: Photo[],
  side: Side,
): Conversation['quote'] => ({
  ...details,
  pictures,
  id: side === 'customer' ? details.id : null,
});

const presentCommon = (
  row: Pick<
    Selectable<Conversations>,
    | 'id'
    | 'listing_id'
    | 'listing_title'
    | 'customer_name'
    | 'topic'
    | 'source'
    | 'status'
    | 'label'
    | 'last_message_at'
  >,
  side: Side,
) => ({
  id: row.id,
  side,
  listing: { id: row.listing_id, title: row.listing_title },
  customer: row.customer_name,
  topic: row.topic,
  source: row.source,
  // The business does not learn of a message that is held.
  status: side === 'business' && row.status === 'held' ? ('open' as const) : row.status,
  label: row.label,
  lastMessageAt: row.last_message_at.toISOString(),
});

/**
 * A page of an account's conversations: those that its business received, or those that it began. The newest message first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listConversations(
  db: Kysely<DB>,
  accountId: number,
  query: ConversationsQuery,
): Promise<{ conversations: ConversationRow[]; cursor: string | null }> {
  const found = query.q ? await findByWords(db, accountId, { ...query, q: query.q }) : undefined;
  const { rows } = await conversationsQuery(accountId, query, found).execute(db);
  const { page, cursor } = paginate(rows, query.limit, ({ id, last_message_at: at }) => ({ id, at }));
  return { conversations: page.map((row) => toRow(row, query.side)), cursor };
}

type ListedRow = Parameters<typeof presentCommon>[0] & { excerpt: string | null; unread: boolean };

const toRow = ({ excerpt, unread, ...row }: ListedRow, side: Side): ConversationRow => ({
  ...presentCommon(row, side),
  unread,
  excerpt: truncate((excerpt ?? '').replace(/\s+/g, ' ').trim(), MAX_EXCERPT),
});

// A conversation whose listing was deleted is its owner's alone.
const isReadable = (accountId: number, role: 'manager' | 'viewer' = 'viewer') => sql`(
  c.owner_id = ${accountId} or exists (
    select from listing_members m
    where m.account_id = ${accountId} and m.owner_id = c.owner_id and (m.listing_id is null or m.listing_id = c.listing_id)
      ${role === 'manager' ? sql`and m.role = 'manager'` : sql``}))`;

const isUnread = sql`c.last_message_at > coalesce(c.owner_read_at, '-infinity') and c.label <> 'lost'`;

/** One page of them and one more row, of each owner by the index of its own. Exported for the test of its query plan. */
export function conversationsQuery(accountId: number, query: ConversationsQuery, found?: FoundWords) {
  const { side, label, unread, listing, limit } = query;
  const before = query.cursor === undefined ? null : parseCursor(query.cursor, timePosition);
  const isNew = side === 'business' ? isUnread : sql`c.last_message_at > coalesce(c.customer_read_at, c.created_at)`;
  const filters = sql`
    ${label ? sql`and c.label = ${label}` : sql``}
    ${unread ? sql`and ${isNew}` : sql``}
    ${listing ? sql`and c.listing_id = ${listing}` : sql``}
    ${found && 'ids' in found ? sql`and c.id = any(${found.ids}::bigint[])` : sql``}
    ${found && 'words' in found ? sql`and (c.words @@ ${found.words}::tsquery) is true` : sql``}
    ${before ? sql`and (c.last_message_at, c.id) < (${before.at}, ${before.id})` : sql``}`;
  const order = sql`order by c.last_message_at desc, c.id desc limit ${limit + 1}`;
  const mine =
    side === 'business'
      ? sql`${owners(accountId)} as owner cross join lateral (
          select c.* from conversations c
          where c.owner_id = owner.id and c.opened_at is not null and ${isReadable(accountId)} ${filters} ${order}) as c`
      : sql`(select c.* from conversations c where c.customer_id = ${accountId} and c.status <> 'unconfirmed' ${filters} ${order}) as c`;
  return sql<ListedRow>`
    select c.id, c.listing_id, c.listing_title, c.customer_name, c.topic, c.source, c.status, c.label, c.last_message_at,
      ${isNew} as unread,
      (select m.body from messages m
        where m.conversation_id = c.id and m.via <> 'away' and (m.status = 'sent' or m.sender = ${side})
        order by m.id desc limit 1) as excerpt
    from ${mine} ${order}`;
}

/** How many conversations are unread that an account may answer, counted up to 100. Exported for the same test. */
export const unreadCountQuery = (accountId: number) => sql<{ unread: number }>`
  select count(*)::int as unread from (
    select from ${owners(accountId)} as owner cross join lateral (
      select from conversations c
      where c.opened_at is not null and c.owner_id = owner.id and ${isReadable(accountId, 'manager')} and ${isUnread} limit 100) as own
    limit 100) as counted`;
