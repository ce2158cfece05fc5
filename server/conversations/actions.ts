import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Conversation, ConversationLabel, Reply, Side } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Forbidden } from '#server/platform/http/errors.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import type { ConversationDeps } from './deps.ts';
import { addMessage } from './messages.ts';
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
 * @throws {TooManyRequests} after 60 messages of a side in an hour, refused ones among them
 */
export async function reply(
  db: Kysely<DB>,
  target: Target,
  body: Reply,
  deps: ConversationDeps,
  via: 'web' | 'email' = 'web',
): Promise<Conversation> {
  const { side, mayWrite } = await requireParticipant(db, target.id, target.visitor);
  if (!mayWrite) throw readOnly();
  await consumeRateLimit(db, `reply:${target.id}:${side}`, REPLY_RATE_LIMIT);
  return change(db, target, (trx, participation) => addMessage(trx, participation, body, deps, via));
}

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

/** Keeps a note of the business on a conversation; empty to remove it. @throws {NotFound} for its customer */
export const setNote = (db: Kysely<DB>, target: Target, text: string) =>
  change(db, target, async (trx, { side }) => {
    if (side !== 'business') throw conversationNotFound();
    await trx
      .updateTable('conversations')
      .set({ note: text || null })
      .where('id', '=', target.id)
      .execute();
  });

/** Stops a conversation for good: neither side can write in it any more. A second time has no effect. */
export const stopConversation = (db: Kysely<DB>, target: Target) =>
  change(db, target, (trx, { side }) => stop(trx, sql`id = ${target.id}`, side));

/**
 * Stops all conversations of a customer with the owner of this one, and refuses further ones to all their listings.
 * @throws {NotFound} for the customer
 */
export async function blockCustomer(db: Kysely<DB>, { id, visitor }: Target): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { side, mayWrite, conversation } = await requireParticipant(trx, id, visitor);
    const { owner_id: ownerId, customer_email_key: mailbox } = conversation;
    if (side !== 'business' || ownerId === null) throw conversationNotFound();
    if (!mayWrite) throw readOnly();
    if (mailbox === null) return stop(trx, sql`id = ${id}`, side);
    await trx
      .insertInto('conversation_blocks')
      .values({ owner_id: ownerId, email_key: mailbox })
      .onConflict((again) => again.doNothing())
      .execute();
    await stop(trx, sql`owner_id = ${ownerId} and customer_email_key = ${mailbox}`, side);
  });
}

/**
 * Reports a conversation to the staff, who may read it from then on.
 * @throws {Conflict} while an earlier report of it is open
 */
export const reportConversation = (db: Kysely<DB>, target: Target, text: string) =>
  change(db, target, async (trx, { side, conversation }) => {
    if (conversation.reported_at !== null) throw new Conflict(t('We’re already looking at this conversation.'));
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
    if (!participation.mayWrite) throw readOnly();
    await apply(trx, participation);
  });
  return presentConversation(db, id, visitor);
}

/** In the order of their ids, so that concurrent blocks do not wait for each other. */
async function stop(trx: Transaction<DB>, condition: RawBuilder<unknown>, by: Side): Promise<void> {
  await sql`
    update conversations set status = 'stopped', stopped_by = ${by}
    where id in (
      select id from conversations where ${condition} and status not in ('stopped', 'withheld') order by id for no key update
    )`.execute(trx);
}

const readOnly = () => new Forbidden(t('You can read this conversation, but not change it.'));
