import type { Kysely } from 'kysely';
import type { Quote } from '#contract/conversations/quotes.ts';
import { t } from '#contract/i18n/t.ts';
import { listMessagesOf } from '#server/conversations/list-messages.ts';
import { isCustomerOf, type Visitor } from '#server/conversations/participants.ts';
import { findQuotePictures } from '#server/conversations/pictures.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { findQuote, toShownQuote } from './details.ts';

/** @throws {NotFound} unless the visitor is the customer who made the request, by account or link */
export async function requireQuoteCustomer(db: Kysely<DB>, id: number, visitor: Visitor): Promise<void> {
  const own = await db
    .selectFrom('conversations as c')
    .select('c.id')
    .where('c.quote_request_id', '=', id)
    .where(isCustomerOf(visitor))
    .executeTakeFirst();
  if (!own) throw new NotFound(t('We can’t find this quote request.'));
}

/**
 * A quote request with the messages of each business that was asked, for its customer.
 * @throws {NotFound} see `requireQuoteCustomer`
 */
export async function presentQuote(db: Kysely<DB>, id: number, visitor: Visitor): Promise<Quote> {
  await requireQuoteCustomer(db, id, visitor);
  const { body, createdAt, ...quote } = toShownQuote(await findQuote(db, id));
  const conversations = await db
    .selectFrom('conversations')
    .select(['id', 'listing_id', 'listing_title', 'status', 'stopped_by'])
    .where('quote_request_id', '=', id)
    .orderBy('first_answered_at')
    .orderBy('id')
    .execute();
  const messages = await listMessagesOf(
    db,
    conversations.map(({ id }) => id),
    'customer',
  );
  const pictures = await findQuotePictures(db, id, conversations[0]?.id ?? 0);
  return {
    ...quote,
    pictures,
    text: body,
    sentAt: createdAt.toISOString(),
    conversations: conversations.map(({ id, listing_id, listing_title, status, stopped_by }) => ({
      id,
      listing: { id: listing_id, title: listing_title },
      status,
      stoppedBy: stopped_by,
      messages: messages.get(id) ?? [],
    })),
  };
}
