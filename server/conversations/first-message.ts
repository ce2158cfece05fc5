import { type Kysely, sql } from 'kysely';
import type { FirstMessage, SentMessage } from '#contract/conversations/conversations.ts';
import type { Language } from '#contract/i18n/languages.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import type { ConversationDeps } from './deps.ts';
import { confirmMessageEmail } from './emails.ts';
import { identify, startConversation } from './start.ts';

const HOUR_SECONDS = 60 * 60;

/** Who sends a first message. */
export interface Sender {
  /** Null if nobody is signed in. */
  accountId: number | null;
  /** The network address, for the rate limit; not stored. */
  address: string;
  /** The language of the page on which they write. */
  language: Language;
}

/**
 * Takes the first message of a customer to a business. It is stored when this resolves. The business receives it now if the customer is
 * signed in with a confirmed address, else after they open the link in our email, and after the staff if something looks like spam.
 * A repeated request has no further effect.
 * @throws {NotFound} when the listing is not public or has no owner
 * @throws {Conflict} for the own business, and for customers with a confirmed address from whom the owner wants no messages: a stranger
 *   who typed their address learns nothing of it
 * @throws {Invalid} without an email address, or for pictures that cannot be attached
 * @throws {TooManyRequests} after the messages from an address, refused ones among them, that the settings allow in an hour, 20 of a customer in a day, or 3 of one to the same business
 */
export async function sendFirstMessage(
  db: Kysely<DB>,
  listingId: number,
  { leaveEmpty, key: requestKey, email, name, phone, ...message }: FirstMessage,
  { accountId, address, language }: Sender,
  deps: ConversationDeps,
): Promise<SentMessage> {
  const earlier = await findEarlier(db, requestKey, accountId);
  if (earlier) return earlier;
  const limit = { limit: deps.settings.messagesPerHour, windowSeconds: HOUR_SECONDS };
  await consumeAddressRateLimit(db, 'message', address, limit);
  return db.transaction().execute(async (trx) => {
    // Repeated requests that begin at the same time wait for the first one.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`message ${requestKey}`}, 0))`.execute(trx);
    const concurrent = await findEarlier(trx, requestKey, accountId);
    if (concurrent) return concurrent;
    const customer = await identify(trx, { accountId, email, name, phone, language }, deps.site);
    const start = { ...message, listingId, customer, requestKey, quoteRequestId: null };
    const { id, status } = await startConversation(trx, start, deps);
    if (status === 'unconfirmed') {
      const deferred = deferToken('conversation-page', id);
      const facts = { to: customer.email, id, token: deferred.placeholder };
      const email = writeEmail(customer.language, () => confirmMessageEmail(deps.site, facts));
      await deps.jobs.enqueueEmail(trx, { ...email, deferred });
    }
    return toResult(id, status, accountId !== null);
  });
}

/** The result of an earlier request with the same key. */
async function findEarlier(db: Kysely<DB>, key: string, accountId: number | null): Promise<SentMessage | undefined> {
  const found = await db
    .selectFrom('conversations')
    .select(['id', 'status', 'customer_id'])
    .where('request_key', '=', key)
    .executeTakeFirst();
  return found && toResult(found.id, found.status, accountId !== null && found.customer_id === accountId);
}

const toResult = (id: number, status: string, isSignedIn: boolean): SentMessage => ({
  status: status === 'held' || status === 'unconfirmed' ? status : 'open',
  id: isSignedIn ? id : null,
});
