import type { FastifyRequest } from 'fastify';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Side } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { hasRight } from '#contract/ownership/members.ts';
import { getGuest, isAccessOf } from '#server/conversations/links/guest.ts';
import { listingRole } from '#server/listings/members/access.ts';
import type { Conversations, DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { hashToken } from '#server/platform/http/sessions.ts';

/** How somebody asks for a conversation: signed in, after opening the link of an email, or both. */
export interface Visitor {
  /** Null if nobody is signed in. */
  accountId: number | null;
  /** A browser that opened links of the customer. */
  guest?: Buffer;
  /** Of an address that takes answers of the customer, by email only: it opens no page. */
  replyToken?: string;
}

/** Who asks, by the cookies of the session and of opened links. */
export const toVisitor = (request: FastifyRequest): Visitor => ({
  accountId: request.user?.accountId ?? null,
  guest: getGuest(request),
});

/** A conversation, and what the visitor is in it. */
export interface Participation {
  conversation: Selectable<Conversations>;
  side: Side;
  /** The account of who writes for the business, or null. */
  authorId: number | null;
  /** Whether they may write: viewers of a listing only read. */
  mayWrite: boolean;
}

/**
 * What a visitor is in a conversation: its customer, by account or link; or the owner of its listing, or who helps with that. Whoever
 * could be both is the business.
 * @param lock whether the conversation is locked until the transaction ends
 * @throws {NotFound} for a conversation that the visitor has no part in, and for the business before it received it
 */
export async function requireParticipant(
  db: Kysely<DB>,
  id: number,
  visitor: Visitor,
  { lock = false } = {},
): Promise<Participation> {
  const { accountId } = visitor;
  const row = await db
    .selectFrom('conversations as c')
    .leftJoin('listings as l', 'l.id', 'c.listing_id')
    .selectAll('c')
    .select(
      accountId === null
        ? sql<null>`null`.as('role')
        : sql<'owner' | 'manager' | 'viewer' | null>`
            case when c.owner_id = ${accountId} then 'owner' when l.owner_id = c.owner_id then ${listingRole(accountId, 'l')} end`.as(
            'role',
          ),
    )
    .select(isCustomerOf(visitor).as('isCustomer'))
    .where('c.id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate('c'))
    .executeTakeFirst();
  if (!row) throw conversationNotFound();
  const { role, isCustomer, ...conversation } = row;
  if (role !== null && conversation.opened_at !== null)
    return { conversation, side: 'business', authorId: accountId, mayWrite: hasRight(role, 'edit') };
  if (!isCustomer) throw conversationNotFound();
  return { conversation, side: 'customer', authorId: null, mayWrite: true };
}

/**
 * Whether a visitor is the customer of the conversation `c`: by account, by a link of it or of another conversation of the same quote
 * request that was opened in the browser, or by an address that takes answers in it.
 */
export const isCustomerOf = ({ accountId, guest, replyToken = '' }: Visitor) => sql<boolean>`(
  coalesce(c.customer_id = ${accountId}, false)
  or exists (
    select from guest_access access join conversations linked on linked.id = access.conversation_id
    where ${isAccessOf(guest)} and (linked.id = c.id or linked.quote_request_id = c.quote_request_id))
  or exists (
    select from conversation_links link
    where link.token_hash = ${hashToken(replyToken)} and link.conversation_id = c.id and link.side = 'customer'
      and link.purpose is distinct from 'page'))`;

export const conversationNotFound = () => new NotFound(t('We can’t find this conversation.'));
