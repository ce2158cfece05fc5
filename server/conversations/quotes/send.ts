import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type QuoteRequest, type SentQuote, TIMINGS } from '#contract/conversations/quotes.ts';
import { TRADES } from '#contract/conversations/trades.ts';
import { t } from '#contract/i18n/t.ts';
import { announce, openConfirmed } from '#server/conversations/confirm.ts';
import type { ConversationDeps, ConversationRow } from '#server/conversations/deps.ts';
import type { Sender } from '#server/conversations/first-message.ts';
import type { Visitor } from '#server/conversations/participants.ts';
import { attachPictures } from '#server/conversations/pictures.ts';
import { identify, startConversation } from '#server/conversations/start.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { requireCenter } from './businesses.ts';
import { confirmQuoteEmail } from './emails.ts';
import { requireQuoteCustomer } from './quotes.ts';

/**
 * Sends a quote request to the businesses that the customer picked, to each as a conversation of its own and to nobody else: now if the
 * customer is signed in with a confirmed address, else after one click in an email. All of them are asked, or none. A repeated request
 * has no further effect.
 * @throws {Invalid} for an unknown place, without an email address, or for pictures that cannot be attached
 * @throws {Conflict} when one of the businesses cannot be reached
 * @throws {TooManyRequests} after the requests from an address, refused ones among them, that the settings allow in an hour, and by the limits of first messages
 */
export async function sendQuoteRequest(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  { key, trade, near, timing, answers, text, pictures, listings, name, email, phone }: QuoteRequest,
  { accountId, address, language }: Sender,
  deps: ConversationDeps,
): Promise<SentQuote> {
  const center = requireCenter(gazetteer, near);
  const category = gazetteer.categories.bySlug.get(trade);
  const earlier = await findEarlier(db, key, accountId);
  if (earlier) return earlier;
  const limit = { limit: deps.settings.quoteRequestsPerHour, windowSeconds: 60 * 60 };
  await consumeAddressRateLimit(db, 'quote', address, limit);
  return db.transaction().execute(async (trx) => {
    // Repeated requests that begin at the same time wait for the first one.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`quote ${key}`}, 0))`.execute(trx);
    const concurrent = await findEarlier(trx, key, accountId);
    if (concurrent) return concurrent;
    const customer = await identify(trx, { accountId, email, name, phone, language }, deps.site);
    const { id } = await trx
      .insertInto('quote_requests')
      .values({
        trade: category?.name ?? trade,
        place: center.name,
        timing: TIMINGS[timing],
        answers: JSON.stringify(
          TRADES[trade].questions.flatMap(({ id, label }) =>
            answers[id] === undefined ? [] : { question: label, answer: answers[id] },
          ),
        ),
        body: text,
        request_key: key,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await attachPictures(trx, { quote_request_id: id }, pictures);
    const start = { customer, text, quoteRequestId: id, topic: 'price', source: 'quote', pictures: [] } as const;
    const conversations: ConversationRow[] = [];
    // In the order of their ids, so that concurrent requests do not wait for each other.
    for (const listingId of listings.toSorted((a, b) => a - b))
      conversations.push(await startOne(trx, { ...start, pictures: [], listingId, requestKey: randomUUID() }, deps));
    const [first] = conversations as [ConversationRow];
    if (first.status === 'unconfirmed') {
      const deferred = deferToken('conversation-page', first.id);
      const facts = { to: customer.email, id, businesses: conversations.length, token: deferred.placeholder };
      const email = writeEmail(customer.language, () => confirmQuoteEmail(deps.site, facts));
      await deps.jobs.enqueueEmail(trx, { ...email, deferred });
    }
    return toResult(id, first, accountId);
  });
}

/** The result of an earlier request with the same key. */
async function findEarlier(db: Kysely<DB>, key: string, accountId: number | null): Promise<SentQuote | undefined> {
  const found = await db
    .selectFrom('quote_requests as q')
    .innerJoin('conversations as c', 'c.quote_request_id', 'q.id')
    .select(['q.id', 'c.status', 'c.customer_id'])
    .where('q.request_key', '=', key)
    .executeTakeFirst();
  return found && toResult(found.id, found, accountId);
}

async function startOne(trx: Transaction<DB>, start: Parameters<typeof startConversation>[1], deps: ConversationDeps) {
  try {
    return await startConversation(trx, start, deps);
  } catch (error) {
    if (error instanceof NotFound)
      throw new Conflict(t('One of these businesses takes no messages any more. Please pick again.'));
    throw error;
  }
}

const toResult = (
  id: number,
  { status, customer_id }: Pick<ConversationRow, 'status' | 'customer_id'>,
  accountId: number | null,
): SentQuote => ({
  status: status === 'unconfirmed' ? 'unconfirmed' : 'sent',
  id: accountId !== null && customer_id === accountId ? id : null,
});

/**
 * Sends a request whose customer opened the link in our email. Businesses that cannot be reached any more do not get it, which its page
 * says. A second time has no effect.
 * @throws {NotFound} for another link, and after 48 hours
 */
export async function confirmQuote(
  db: Kysely<DB>,
  id: number,
  visitor: Visitor,
  deps: ConversationDeps,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireQuoteCustomer(trx, id, visitor);
    const conversations = await trx
      .selectFrom('conversations')
      .selectAll()
      .where('quote_request_id', '=', id)
      .where('status', '=', 'unconfirmed')
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const opened: ConversationRow[] = [];
    for (const conversation of conversations)
      if ((await openConfirmed(trx, conversation)) === 'open') opened.push(conversation);
    // After the loop it is known how many businesses were asked.
    for (const conversation of opened) await announce(trx, conversation, deps);
  });
}
