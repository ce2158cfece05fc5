import { sql, type Transaction } from 'kysely';
import type { Side } from '#contract/conversations/conversations.ts';
import type { PushMessage } from '#contract/conversations/push.ts';
import { truncate } from '#contract/text.ts';
import type { DB } from '../db/schema.ts';
import { deferToken } from '../jobs/deferred-tokens.ts';
import type { ConversationDeps, ConversationRow } from './deps.ts';
import { businessAnsweredEmail, customerWroteEmail, quoteAskedEmail } from './emails.ts';
import { findAwayMessage } from './inbox-settings.ts';
import { findQuote } from './quotes/details.ts';
import { toReplyAddress } from './reply-tokens.ts';

// What a push message shows, in characters.
const MAX_PUSHED_TITLE = 80;
const MAX_PUSHED_TEXT = 160;

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
