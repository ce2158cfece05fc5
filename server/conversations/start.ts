import { type Kysely, sql, type Transaction } from 'kysely';
import type { FirstMessage, SentMessage } from '#contract/conversations/conversations.ts';
import type { LeadSource } from '#contract/conversations/lead-source.ts';
import type { Topic } from '#contract/conversations/topics.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '../db/schema.ts';
import { Conflict, Invalid } from '../http/errors.ts';
import { consumeRateLimit, type RateLimit } from '../http/rate-limit.ts';
import { hashToken } from '../http/sessions.ts';
import { deferToken } from '../jobs/deferred-tokens.ts';
import { listingNotFound } from '../listings/read/listings.ts';
import { writeEmail } from '../mail/language.ts';
import type { ConversationDeps, ConversationRow } from './deps.ts';
import { confirmMessageEmail } from './emails.ts';
import { notifyOtherSide } from './notify.ts';
import { attachPictures } from './pictures.ts';
import { findRecipient, REFUSALS } from './recipient.ts';
import { findHoldReasons } from './spam.ts';

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const LISTING_RATE_LIMIT: RateLimit = { limit: 3, windowSeconds: DAY_SECONDS };
const CUSTOMER_RATE_LIMIT: RateLimit = { limit: 20, windowSeconds: DAY_SECONDS };

/** Who sends a first message. */
export interface Sender {
  /** Null if nobody is signed in. */
  accountId: number | null;
  /** The network address, for the rate limit; not stored. */
  address: string;
  /** Of the page on which they write. */
  language: Language;
}

/** The customer of a conversation that begins. */
export interface Customer {
  accountId: number | null;
  name: string;
  email: string;
  phone: string;
  /** Whether the address is known to be theirs. */
  isConfirmed: boolean;
  /** Of emails to them. */
  language: string;
}

/** What a conversation begins with. */
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

/**
 * Takes the first message of a customer to a business. It is stored when this resolves. The business receives it now if the customer is
 * signed in with a confirmed address, else after they open the link in our email, and after the staff if something looks like spam.
 * A repeated request has no further effect.
 * @throws {NotFound} when the listing is not public or has no owner
 * @throws {Conflict} for the own business, and for customers from whom the owner wants no messages
 * @throws {Invalid} without an email address, or for pictures that cannot be attached
 * @throws {TooManyRequests} after the messages from an address that the settings allow in an hour, 20 of a customer in a day, or 3 of one to the same business
 */
export async function sendFirstMessage(
  db: Kysely<DB>,
  listingId: number,
  { homepage: honeypot, key: requestKey, email, name, phone, ...message }: FirstMessage,
  { accountId, address, language }: Sender,
  deps: ConversationDeps,
): Promise<SentMessage> {
  // Bots learn nothing from the response.
  if (honeypot !== '') return { status: 'unconfirmed', id: null };
  return db.transaction().execute(async (trx) => {
    // Repeated requests that begin at the same time wait for the first one.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`message ${requestKey}`}, 0))`.execute(trx);
    const earlier = await trx
      .selectFrom('conversations')
      .select(['id', 'status', 'customer_id'])
      .where('request_key', '=', requestKey)
      .executeTakeFirst();
    if (earlier) return toResult(earlier.id, earlier.status, accountId !== null && earlier.customer_id === accountId);
    const limit = { limit: deps.settings.messagesPerHour, windowSeconds: HOUR_SECONDS };
    await consumeRateLimit(trx, `message:${address}`, limit);
    const customer = await identify(trx, { accountId, email, name, phone, language });
    const start = { ...message, listingId, customer, requestKey, quoteRequestId: null };
    const { id, status, listing_title: business } = await startConversation(trx, start, deps);
    if (status === 'unconfirmed') {
      const deferred = deferToken('conversation', id);
      const facts = { to: customer.email, id, business, token: deferred.placeholder };
      const email = writeEmail(customer.language, () => confirmMessageEmail(deps.site, facts));
      await deps.jobs.enqueueEmail(trx, { ...email, deferred });
    }
    return toResult(id, status, accountId !== null);
  });
}

const toResult = (id: number, status: string, isSignedIn: boolean): SentMessage => ({
  status: status === 'held' || status === 'unconfirmed' ? status : 'open',
  id: isSignedIn ? id : null,
});

/** The customer that somebody is. @throws {Invalid} without an address to answer to */
export async function identify(
  trx: Transaction<DB>,
  {
    accountId,
    email,
    name,
    phone,
    language,
  }: { accountId: number | null; email?: string; name: string; phone: string; language: Language },
): Promise<Customer> {
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
    ...{ accountId: account ? accountId : null, name, email: chosen, phone, isConfirmed },
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
  const emailKey = customer.email.toLowerCase();
  const listing = await findRecipient(trx, { listingId, customerId: customer.accountId, emailKey });
  if (listing === 'unreachable') throw listingNotFound();
  if (typeof listing === 'string') throw new Conflict(REFUSALS[listing]);
  const key = hashToken(emailKey).toString('base64url');
  await consumeRateLimit(trx, `message-by:${key}`, CUSTOMER_RATE_LIMIT);
  await consumeRateLimit(trx, `message-to:${listingId}:${key}`, LISTING_RATE_LIMIT);
  const reasons = await findHoldReasons(
    trx,
    { text, listingId, emailKey, isStranger: !customer.isConfirmed },
    deps.settings,
  );
  const isHeld = reasons.length > 0;
  const status = !customer.isConfirmed ? 'unconfirmed' : isHeld ? 'held' : 'open';
  const conversation = await trx
    .insertInto('conversations')
    .values({
      listing_id: listingId,
      listing_title: listing.title,
      owner_id: listing.ownerId,
      customer_id: customer.accountId,
      customer_name: customer.name,
      customer_email: customer.email,
      customer_email_key: emailKey,
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
