import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { Message, Reply, Side } from '#contract/conversations/conversations.ts';
import type { PushMessage } from '#contract/conversations/push.ts';
import { truncate } from '#contract/text.ts';
import type { Conversations, DB } from '../db/schema.ts';
import { Conflict } from '../http/errors.ts';
import { deferToken } from '../jobs/deferred-tokens.ts';
import type { NoticeDeps } from '../listings/lifecycle/notices.ts';
import { businessAnsweredEmail, customerWroteEmail, quoteAskedEmail } from './emails.ts';
import { findAwayMessage } from './inbox-settings.ts';
import type { Participation } from './participants.ts';
import { attachPictures, findPictures } from './pictures.ts';
import type { Push } from './push/push.ts';
import { findQuote } from './quotes/details.ts';
import { isBlocked, lockAccounts } from './recipient.ts';
import { toReplyAddress } from './reply-tokens.ts';
import { findHoldReasons } from './spam.ts';

// What a push message shows, in characters.
const MAX_PUSHED_TITLE = 80;
const MAX_PUSHED_TEXT = 160;

/** What conversations work with. */
export interface ConversationDeps extends NoticeDeps {
  settings: Pick<SettingValues, 'messageWords'>;
  /** The domain of the addresses that take answers by email; undefined if the site receives none. */
  mailDomain: string | undefined;
  push: Pick<Push, 'enqueue'>;
}

/** A conversation as it is stored. */
export type ConversationRow = Selectable<Conversations>;

/**
 * Adds a message to a conversation that is locked, and queues the email to the other side in the same transaction.
 * @throws {Conflict} when the conversation was stopped, or its other side is gone
 * @throws {Invalid} when a picture cannot be attached
 */
export async function addMessage(
  trx: Transaction<DB>,
  { conversation, side, authorId }: Pick<Participation, 'conversation' | 'side' | 'authorId'>,
  { text, pictures, key }: Reply,
  deps: ConversationDeps,
  via: 'web' | 'email' = 'web',
): Promise<void> {
  if (await isAdded(trx, key)) return;
  const refusal = findRefusal(conversation, side);
  if (refusal) throw new Conflict(refusal);
  const { owner_id: ownerId, customer_id: customerId, customer_email_key: emailKey } = conversation;
  const accounts = await lockAccounts(trx, [ownerId, customerId]);
  if (accounts.some(({ is_active }) => !is_active)) throw new Conflict('An account of this conversation is suspended.');
  if (side === 'customer' && (await isBlocked(trx, ownerId, emailKey)))
    throw new Conflict('This business doesn’t take messages from you.');
  const reasons =
    side === 'customer' && conversation.first_answered_at === null
      ? await findHoldReasons(
          trx,
          {
            text,
            listingId: conversation.listing_id ?? 0,
            emailKey: emailKey ?? '',
            isStranger: !accounts.some(({ id, email_confirmed_at: at }) => id === customerId && at !== null),
          },
          deps.settings,
        )
      : [];
  const isHeld = reasons.length > 0;
  const { id } = await trx
    .insertInto('messages')
    .values({
      conversation_id: conversation.id,
      sender: side,
      author_id: authorId,
      body: text,
      via,
      status: isHeld ? 'held' : 'sent',
      request_key: key,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await attachPictures(trx, { message_id: id }, pictures);
  await trx
    .updateTable('conversations')
    .set(
      side === 'business'
        ? {
            last_message_at: sql`now()`,
            owner_read_at: sql`now()`,
            first_answered_at: sql`coalesce(first_answered_at, now())`,
            label: sql`case when label = 'new' then 'answered' else label end`,
          }
        : isHeld
          ? { status: 'held', held_for: reasons }
          : { last_message_at: sql`now()`, customer_read_at: sql`now()` },
    )
    .where('id', '=', conversation.id)
    .execute();
  if (!isHeld) await notifyOtherSide(trx, conversation, side, { text, isFirst: false }, deps);
}

async function isAdded(trx: Transaction<DB>, key: string): Promise<boolean> {
  const added = await trx.selectFrom('messages').select('id').where('request_key', '=', key).executeTakeFirst();
  return added !== undefined;
}

/** Why a side cannot write; undefined when it can. */
export function findRefusal(
  { status, owner_id, customer_email, customer_id }: ConversationRow,
  side: Side,
): string | undefined {
  if (status === 'stopped') return 'This conversation was stopped.';
  if (status === 'unconfirmed') return 'Send your first message first: open the link in our email.';
  if (status === 'held' && side === 'customer') return 'We’re still looking at the last message.';
  if (status === 'withheld') return 'We didn’t pass this message on.';
  if (side === 'customer' && owner_id === null) return 'This business has left. Nobody would read your message.';
  if (side === 'business' && customer_email === null && customer_id === null)
    return 'This customer has deleted their account. Nobody would read your message.';
  return undefined;
}

/** Queues the emails and push messages about a message that the other side may read. */
export async function notifyOtherSide(
  trx: Transaction<DB>,
  {
    id,
    listing_id,
    owner_id,
    listing_title: business,
    customer_id,
    customer_name,
    customer_email,
    quote_request_id,
  }: ConversationRow,
  side: Side,
  { text, isFirst }: { text: string; isFirst: boolean },
  deps: ConversationDeps,
): Promise<void> {
  const { jobs, site, mailDomain, push } = deps;
  if (side === 'customer') {
    const customer = customer_name ?? 'A customer';
    const accounts = await findBusinessAccounts(trx, { ownerId: owner_id, listingId: listing_id });
    const addresses = accounts.flatMap(({ email }) => email ?? []);
    const quote = isFirst && quote_request_id !== null ? await findQuote(trx, quote_request_id) : null;
    await jobs.enqueueEmail(
      trx,
      ...addresses.map((to) => {
        const deferred = mailDomain === undefined ? undefined : deferToken('business-reply', id);
        const common = { to, id, customer, business, replyAddress: toReplyAddress(deferred, mailDomain) };
        const email = quote
          ? quoteAskedEmail(site, { ...common, quote })
          : customerWroteEmail(site, { ...common, text, isFirst });
        return { ...email, deferred };
      }),
    );
    await push.enqueue(
      trx,
      { accountIds: accounts.map((account) => account.id) },
      toPushMessage(id, `${customer} wrote to ${business}`, text),
    );
    if (isFirst)
      await answerWhileAway(trx, { id, owner_id, listing_title: business, customer_id, customer_email }, deps);
  } else await notifyCustomer(trx, { id, listing_title: business, customer_id, customer_email }, { text }, deps);
}

type NotifiedConversation = Pick<ConversationRow, 'id' | 'listing_title' | 'customer_id' | 'customer_email'>;

const toPushMessage = (id: number, title: string, text: string): PushMessage => ({
  title: truncate(title, MAX_PUSHED_TITLE),
  body: truncate(text, MAX_PUSHED_TEXT),
  path: `/conversations/${id}`,
});

async function notifyCustomer(
  trx: Transaction<DB>,
  { id, listing_title: business, customer_id: customerId, customer_email: to }: NotifiedConversation,
  { text, isAutomatic = false }: { text: string; isAutomatic?: boolean },
  { jobs, site, mailDomain, push }: ConversationDeps,
) {
  if (customerId !== null)
    await push.enqueue(trx, { accountIds: [customerId] }, toPushMessage(id, `${business} answered`, text));
  if (to === null) return;
  const deferred = deferToken('conversation', id);
  const replyAddress = toReplyAddress(deferred, mailDomain);
  const token = deferred.placeholder;
  const email = businessAnsweredEmail(site, { to, id, business, text, isAutomatic, token, replyAddress });
  await jobs.enqueueEmail(trx, { ...email, deferred });
}

/** Sends the automatic answer of the owner, which counts neither as an answer nor as having read the message. */
async function answerWhileAway(
  trx: Transaction<DB>,
  conversation: NotifiedConversation & Pick<ConversationRow, 'owner_id'>,
  deps: ConversationDeps,
) {
  const text = await findAwayMessage(trx, conversation.owner_id);
  if (text === null) return;
  await trx
    .insertInto('messages')
    .values({ conversation_id: conversation.id, sender: 'business', body: text, via: 'away' })
    .execute();
  await notifyCustomer(trx, conversation, { text, isAutomatic: true }, deps);
}

/** An owner and who manages the listing, with their addresses if they confirmed them. */
async function findBusinessAccounts(
  trx: Transaction<DB>,
  { ownerId, listingId }: { ownerId: number | null; listingId: number | null },
): Promise<{ id: number; email: string | null }[]> {
  const { rows } = await sql<{ id: number; email: string | null }>`
    select a.id, case when a.email_confirmed_at is not null then a.email end as email from accounts a
    where a.is_active and (a.id = ${ownerId} or a.id in (
      select m.account_id from listing_members m
      where m.owner_id = ${ownerId} and m.role = 'manager' and (m.listing_id is null or m.listing_id = ${listingId})))
    order by a.id`.execute(trx);
  return rows;
}

/** The messages of a conversation that a side may see, the oldest first: its own, and those of the other side that were sent. */
export async function listMessages(
  db: Kysely<DB>,
  conversationId: number,
  side: Side | 'staff',
  token?: string,
): Promise<Message[]> {
  const messages = await listMessagesOf(db, [conversationId], side, token);
  return messages.get(conversationId) ?? [];
}

/** The same of several conversations, by their ids. */
export async function listMessagesOf(
  db: Kysely<DB>,
  conversationIds: number[],
  side: Side | 'staff',
  token?: string,
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
  const pictures = await findPictures(db, rows, token);
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
