import type { Transaction } from 'kysely';
import type { Side } from '#contract/conversations/conversations.ts';
import type { PushMessage } from '#contract/conversations/push.ts';
import { toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { truncate } from '#contract/text.ts';
import { findAwayMessage } from '#server/conversations/inbox/inbox-settings.ts';
import { toReplyAddress } from '#server/conversations/links/tokens.ts';
import { findQuote, toShownQuote } from '#server/conversations/quotes/details.ts';
import { quoteAskedEmail } from '#server/conversations/quotes/emails.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { findBusinessName } from './business-name.ts';
import type { ConversationDeps, ConversationRow } from './deps.ts';
import { businessAnsweredEmail, customerWroteEmail } from './emails.ts';
import { findNotifiedAccounts } from './notified-accounts.ts';

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
    listing_title,
    customer_id,
    customer_name,
    customer_email,
    customer_phone: phone,
    customer_language,
    quote_request_id,
  }: ConversationRow,
  side: Side,
  { text, isFirst }: { text: string; isFirst: boolean },
  deps: ConversationDeps,
): Promise<void> {
  const { jobs, site, mailDomain, push } = deps;
  const customerSide = { id, listing_id, listing_title, customer_id, customer_email, customer_language };
  if (side === 'customer') {
    const business = await findBusinessName(trx, { listing_id, listing_title });
    const toCustomer = () => customer_name ?? t('A customer');
    const accounts = await findNotifiedAccounts(trx, { ownerId: owner_id, listingId: listing_id });
    const quote = isFirst && quote_request_id !== null ? await findQuote(trx, quote_request_id) : null;
    await jobs.enqueueEmail(
      trx,
      accounts.flatMap(({ email: to, language }) => {
        if (to === null) return [];
        const deferred = mailDomain === undefined ? undefined : deferToken('business-reply', id);
        const email = writeEmail(language, () => {
          const replyAddress = toReplyAddress(deferred, mailDomain);
          const common = { to, id, customer: toCustomer(), phone: isFirst ? phone : null, business, replyAddress };
          return quote
            ? quoteAskedEmail(site, { ...common, quote: toShownQuote(quote) })
            : customerWroteEmail(site, { ...common, text, isFirst });
        });
        return [{ ...email, deferred }];
      }),
    );
    await push.enqueue(trx, { accountIds: accounts.map((account) => account.id) }, () =>
      toPushMessage(id, t('{customer} wrote to {business}', { customer: toCustomer(), business }), text),
    );
    if (isFirst) await answerWhileAway(trx, { ...customerSide, owner_id }, deps);
  } else await notifyCustomer(trx, customerSide, { text }, deps);
}

type NotifiedConversation = Pick<
  ConversationRow,
  'id' | 'listing_id' | 'listing_title' | 'customer_id' | 'customer_email' | 'customer_language'
>;

const toPushMessage = (id: number, title: string, text: string): PushMessage => ({
  title: truncate(title, MAX_PUSHED_TITLE),
  body: truncate(text, MAX_PUSHED_TEXT),
  path: toLocalPath(`/conversations/${id}`, getLanguage()),
});

async function notifyCustomer(
  trx: Transaction<DB>,
  conversation: NotifiedConversation,
  { text, isAutomatic = false }: { text: string; isAutomatic?: boolean },
  { jobs, site, mailDomain, push }: ConversationDeps,
) {
  const { id, customer_id: customerId, customer_email: to } = conversation;
  const business = await findBusinessName(trx, conversation);
  if (customerId !== null)
    await push.enqueue(trx, { accountIds: [customerId] }, () =>
      toPushMessage(id, t('{business} answered', { business }), text),
    );
  if (to === null) return;
  const link = deferToken('conversation-page', id);
  const reply = mailDomain === undefined ? undefined : deferToken('conversation-reply', id);
  const replyAddress = toReplyAddress(reply, mailDomain);
  const token = link.placeholder;
  const email = writeEmail(await findCustomerLanguage(trx, conversation), () =>
    businessAnsweredEmail(site, { to, id, business, text, isAutomatic, token, replyAddress }),
  );
  await jobs.enqueueEmail(trx, { ...email, deferred: reply ? [link, reply] : link });
}

/** The language of emails to a customer: that of their account now, or else of the page on which they wrote first. */
export async function findCustomerLanguage(
  trx: Transaction<DB>,
  { customer_id: id, customer_language: language }: Pick<ConversationRow, 'customer_id' | 'customer_language'>,
): Promise<string> {
  if (id === null) return language;
  const account = await trx.selectFrom('accounts').select('language').where('id', '=', id).executeTakeFirst();
  return account?.language ?? language;
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
