import { sql, type Transaction } from 'kysely';
import type { LeadSource } from '#contract/conversations/lead-source.ts';
import type { Topic } from '#contract/conversations/topics.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { refuseReservedNames } from '#server/accounts/names/reserved-names.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { consumeOnCommit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { toMailbox, toMailboxKey } from '#server/platform/mail/mailbox.ts';
import type { ConversationDeps, ConversationRow } from './deps.ts';
import { notifyOtherSide } from './notify.ts';
import { attachPictures } from './pictures.ts';
import { findRecipient, REFUSALS } from './recipient.ts';
import { findHoldReasons } from './spam.ts';

const DAY_SECONDS = 24 * 60 * 60;
const LISTING_RATE_LIMIT: RateLimit = { limit: 3, windowSeconds: DAY_SECONDS };
const CUSTOMER_RATE_LIMIT: RateLimit = { limit: 20, windowSeconds: DAY_SECONDS };

/** The customer of a conversation that begins. */
export interface Customer {
  accountId: number | null;
  name: string;
  email: string;
  phone: string;
  /** Whether the address is known to be theirs. */
  isConfirmed: boolean;
  /** The language of emails to the customer. */
  language: string;
}

interface Start {
  listingId: number;
  customer: Customer;
  topic: Topic;
  text: string;
  pictures: string[];
  source: LeadSource;
  requestKey: string;
  quoteRequestId: number | null;
}

/** The customer that somebody is. @throws {Invalid} without an address to answer to, and with a name of who runs the site */
export async function identify(
  trx: Transaction<DB>,
  {
    accountId,
    email,
    name,
    phone,
    language,
  }: { accountId: number | null; email?: string; name: string; phone: string; language: Language },
  site: ConversationDeps['site'],
): Promise<Customer> {
  await refuseReservedNames(trx, site, [{ name, path: 'name', accountId, isPerson: true }]);
  const account =
    accountId === null
      ? undefined
      : await trx
          .selectFrom('accounts')
          .select(['email', 'email_confirmed_at', 'language'])
          .where('id', '=', accountId)
          .where('is_active', '=', true)
          .forKeyShare()
          .executeTakeFirst();
  const ownEmail = account?.email ?? undefined;
  const chosen = ownEmail ?? email;
  if (chosen === undefined)
    throw new Invalid(t('Enter an email address, so that the business can answer.'), [
      { path: 'email', message: t('Enter an email address.') },
    ]);
  const isConfirmed = ownEmail !== undefined && account?.email_confirmed_at !== null;
  return {
    accountId: account ? accountId : null,
    name,
    email: chosen,
    phone,
    isConfirmed,
    language: account?.language ?? language,
  };
}

/**
 * Begins a conversation, in the transaction of who asks for it. If the customer's address is not confirmed, it waits for a click in an
 * email, which is the caller's to send.
 * @throws as `sendFirstMessage` does
 */
export async function startConversation(
  trx: Transaction<DB>,
  { listingId, customer, topic, text, pictures, source, requestKey, quoteRequestId }: Start,
  deps: ConversationDeps,
): Promise<ConversationRow> {
  const mailbox = toMailbox(customer.email);
  const { accountId: customerId, isConfirmed } = customer;
  // Whether a business blocked an address is for whoever can open the link that is sent there: `openConfirmed` looks again.
  const listing = await findRecipient(trx, { listingId, customerId, mailbox: isConfirmed ? mailbox : null });
  if (listing === 'unreachable') throw listingNotFound();
  if (typeof listing === 'string') throw new Conflict(REFUSALS[listing]);
  // Strangers who type an address use up nothing of its owner's, and learn nothing about what the owner sent.
  const key = `${isConfirmed ? 'confirmed' : 'typed'}:${toMailboxKey(customer.email)}`;
  await consumeOnCommit(trx, `message-by:${key}`, CUSTOMER_RATE_LIMIT);
  await consumeOnCommit(trx, `message-to:${listingId}:${key}`, LISTING_RATE_LIMIT);
  const reasons = await findHoldReasons(
    trx,
    { text, listingId, mailbox, isStranger: !customer.isConfirmed },
    deps.settings,
  );
  const isHeld = reasons.length > 0;
  const status = !customer.isConfirmed ? 'unconfirmed' : isHeld ? 'held' : 'open';
  const conversation = await trx
    .insertInto('conversations')
    .values({
      listing_id: listingId,
      // Emails and pages name the business, not the title of its ad.
      listing_title: listing.business,
      owner_id: listing.ownerId,
      customer_id: customer.accountId,
      customer_name: customer.name,
      customer_email: customer.email,
      customer_email_key: mailbox,
      customer_phone: customer.phone || null,
      customer_language: customer.language,
      topic,
      source,
      status,
      held_for: reasons,
      request_key: requestKey,
      quote_request_id: quoteRequestId,
      ...(status === 'open' && { opened_at: sql`now()` }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { id } = conversation;
  const message = await trx
    .insertInto('messages')
    .values({ conversation_id: id, sender: 'customer', body: text, status: isHeld ? 'held' : 'sent' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await attachPictures(trx, { message_id: message.id }, pictures);
  if (status === 'open') await notifyOtherSide(trx, conversation, 'customer', { text, isFirst: true }, deps);
  return conversation;
}
