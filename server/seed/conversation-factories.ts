import { randomBytes, randomUUID } from 'node:crypto';
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Conversations, DB, Reviews } from '../db/schema.ts';
import { createToken, hashToken } from '../http/sessions.ts';
import { toMailbox } from '../mail/mailbox.ts';
import { hashText } from '../reviews/text-hashes.ts';

/** Makes a conversation of a customer without an account with the owner of a listing, with one message; open by default. */
export async function makeConversation(
  db: Kysely<DB>,
  { listing_id, status = 'open', ...overrides }: Partial<Insertable<Conversations>> & { listing_id: number },
): Promise<Selectable<Conversations>> {
  const { owner_id, title } = await db
    .selectFrom('listings')
    .select(['owner_id', 'title'])
    .where('id', '=', listing_id)
    .executeTakeFirstOrThrow();
  const conversation = await db
    .insertInto('conversations')
    .values({
      ...{ listing_id, owner_id, status, listing_title: title ?? 'A listing', topic: 'question', source: 'listing' },
      ...{
        customer_name: 'Maria Lopez',
        customer_email: 'maria@mail.example',
        customer_email_key: 'maria@mail.example',
      },
      request_key: randomUUID(),
      ...(status === 'open' && { opened_at: new Date() }),
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const held = status === 'held' || conversation.held_for.length > 0;
  await db
    .insertInto('messages')
    .values({
      ...{ conversation_id: conversation.id, sender: 'customer', body: 'Could you come on Thursday?' },
      ...{ status: held ? 'held' : 'sent', created_at: conversation.created_at },
    })
    .execute();
  return conversation;
}

/** Opens a conversation in a browser of its customer, as the link of an email does. @returns the cookie of the browser */
export async function makeGuestAccess(db: Kysely<DB>, conversation_id: number): Promise<string> {
  const token = createToken();
  await db
    .insertInto('guest_access')
    .values({ guest_hash: hashToken(token), conversation_id })
    .execute();
  return token;
}

/** Makes a quote request that one business has received, and its conversation with that. */
export async function makeQuoteRequest(
  db: Kysely<DB>,
  overrides: Partial<Insertable<Conversations>> & { listing_id: number },
): Promise<{ id: number; conversationId: number }> {
  const { id } = await db
    .insertInto('quote_requests')
    .values({
      ...{ trade: 'Plumbers', place: 'Irvine', timing: 'Within a week', body: 'Our water heater leaks.' },
      answers: JSON.stringify([{ question: 'What do you need?', answer: 'A water heater' }]),
      request_key: randomUUID(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const conversation = await makeConversation(db, {
    ...{ topic: 'price', source: 'quote', quote_request_id: id },
    ...overrides,
  });
  return { id, conversationId: conversation.id };
}

const BODY = 'They came the same day, and the heater works again.';

/** Makes a review by somebody without an account, who has five stars for it; it waits by default. */
export async function makeReview(
  db: Kysely<DB>,
  overrides: Partial<Insertable<Reviews>> & { listing_id: number },
): Promise<Selectable<Reviews>> {
  const email_key = overrides.email_key ?? `${randomUUID()}@mail.example`;
  return db
    .insertInto('reviews')
    .values({
      ...{ email_key, mailbox: toMailbox(email_key), author_name: 'Maria L.', proof: 'conversation', stars: 5 },
      ...{ body: BODY, visited_month: '2026-11' },
      request_key: randomUUID(),
      ...(overrides.status === 'shown' && { published_at: new Date() }),
      ...overrides,
      text_hashes: hashText(overrides.body ?? BODY),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes a code of a listing that somebody without an account has entered. @returns the id of that, and the hash of the code */
export async function makeEnteredCode(
  db: Kysely<DB>,
  { listing_id, ...overrides }: Partial<Insertable<DB['entered_codes']>> & { listing_id: number },
): Promise<{ id: number; codeHash: Buffer }> {
  const codeHash = randomBytes(32);
  const batch = await db
    .insertInto('receipt_batches')
    .values({ listing_id, count: 20, expires_at: new Date(Date.now() + 86_400_000) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('receipt_codes').values({ code_hash: codeHash, batch_id: batch.id }).execute();
  const { id } = await db
    .insertInto('entered_codes')
    .values({
      ...{ listing_id, code_hash: codeHash, email: 'maria@mail.example', email_key: 'maria@mail.example' },
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, codeHash };
}
