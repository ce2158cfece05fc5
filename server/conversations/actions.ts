import { type Kysely, sql, type Transaction } from 'kysely';
import type { Conversation, ConversationLabel, Reply } from '#contract/conversations/conversations.ts';
import type { DB } from '../db/schema.ts';
import { Conflict, Forbidden } from '../http/errors.ts';
import { consumeRateLimit, type RateLimit } from '../http/rate-limit.ts';
import { addMessage, type ConversationDeps } from './messages.ts';
import { conversationNotFound, type Participation, requireParticipant, type Visitor } from './participants.ts';
import { presentConversation } from './presenter.ts';

const REPLY_RATE_LIMIT: RateLimit = { limit: 60, windowSeconds: 60 * 60 };

/** A conversation, which somebody who takes part in it works with. */
interface Target {
  id: number;
  visitor: Visitor;
}

/**
 * Adds a reply. A repeated request adds nothing.
 * @throws {Forbidden} for who only helps as viewer
 * @throws {Conflict} {Invalid} see `addMessage`
 * @throws {TooManyRequests} after 60 messages of a side in an hour
 */
export const reply = (db: Kysely<DB>, target: Target, body: Reply, deps: ConversationDeps) =>
  change(db, target, async (trx, participation) => {
    await consumeRateLimit(trx, `reply:${target.id}:${participation.side}`, REPLY_RATE_LIMIT);
    await addMessage(trx, participation, body, deps);
  });

/** Records that a side has seen all messages. Viewers of a listing leave no trace. */
export async function markRead(db: Kysely<DB>, { id, visitor }: Target): Promise<void> {
  const { side, mayWrite } = await requireParticipant(db, id, visitor);
  if (!mayWrite) return;
  await db
    .updateTable('conversations')
    .set(side === 'business' ? { owner_read_at: sql`now()` } : { customer_read_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Labels a conversation. @throws {NotFound} for its customer */
export const setLabel = (db: Kysely<DB>, target: Target, label: ConversationLabel) =>
  change(db, target, async (trx, { side }) => {
    if (side !== 'business') throw conversationNotFound();
    await trx.updateTable('conversations').set({ label }).where('id', '=', target.id).execute();
  });

/** Stops a conversation for good: neither side can write in it any more. A second time has no effect. */
export const stopConversation = (db: Kysely<DB>, target: Target) =>
  change(db, target, (trx, participation) => stop(trx, participation));

/** Stops a conversation, and refuses further ones of its customer to all listings of the owner. @throws {NotFound} for the customer */
export const blockCustomer = (db: Kysely<DB>, target: Target) =>
  change(db, target, async (trx, participation) => {
    const { side, conversation } = participation;
    if (side !== 'business' || conversation.owner_id === null) throw conversationNotFound();
    await stop(trx, participation);
    if (conversation.customer_email_key === null) return;
    await trx
      .insertInto('conversation_blocks')
      .values({ owner_id: conversation.owner_id, email_key: conversation.customer_email_key })
      .onConflict((again) => again.doNothing())
      .execute();
  });

/**
 * Reports a conversation to the staff, who may read it from then on.
 * @throws {Conflict} while an earlier report of it is open
 */
export const reportConversation = (db: Kysely<DB>, target: Target, text: string) =>
  change(db, target, async (trx, { side, conversation }) => {
    if (conversation.reported_at !== null) throw new Conflict('We’re already looking at this conversation.');
    await trx
      .updateTable('conversations')
      .set({ reported_by: side, reported_at: sql`now()`, report_text: text })
      .where('id', '=', target.id)
      .execute();
  });

/** Changes a conversation of somebody who may write in it. @returns it as they see it then */
async function change(
  db: Kysely<DB>,
  { id, visitor }: Target,
  apply: (trx: Transaction<DB>, participation: Participation) => Promise<void>,
): Promise<Conversation> {
  await db.transaction().execute(async (trx) => {
    const participation = await requireParticipant(trx, id, visitor, { lock: true });
    if (!participation.mayWrite) throw new Forbidden('You can read this conversation, but not change it.');
    await apply(trx, participation);
  });
  return presentConversation(db, id, visitor);
}

async function stop(trx: Transaction<DB>, { conversation, side }: Participation) {
  if (conversation.status === 'stopped' || conversation.status === 'withheld') return;
  if (conversation.status === 'unconfirmed') {
    await trx.deleteFrom('conversations').where('id', '=', conversation.id).execute();
    return;
  }
  await trx
    .updateTable('conversations')
    .set({ status: 'stopped', stopped_by: side, opened_at: sql`coalesce(opened_at, now())` })
    .where('id', '=', conversation.id)
    .execute();
}
