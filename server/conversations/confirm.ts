import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import type { ConversationDeps, ConversationRow } from './deps.ts';
import { CONFIRMATION_HOURS } from './emails.ts';
import { notifyOtherSide } from './notify.ts';
import { conversationNotFound, requireParticipant, type Visitor } from './participants.ts';
import { type Blocker, findRecipient, REFUSALS } from './recipient.ts';

/**
 * Sends the first message of a customer who opened the link in our email. A second time has no effect.
 * @throws {NotFound} for another link, and after 48 hours
 * @throws {Conflict} when the business cannot be reached any more, or wants no messages of the customer
 */
export async function confirmConversation(
  db: Kysely<DB>,
  id: number,
  visitor: Visitor,
  deps: ConversationDeps,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { conversation, side } = await requireParticipant(trx, id, visitor, { lock: true });
    if (side !== 'customer') throw conversationNotFound();
    if (conversation.status !== 'unconfirmed') return;
    const outcome = await openConfirmed(trx, conversation);
    if (outcome === 'open') await announce(trx, conversation, deps);
    else if (outcome !== 'held') throw new Conflict(REFUSALS[outcome]);
  });
}

/**
 * Opens a conversation whose customer has clicked, and which is locked, or holds it for the staff.
 * @returns which of the two, or why its business cannot be reached
 */
export async function openConfirmed(
  trx: Transaction<DB>,
  {
    id,
    listing_id: listingId,
    customer_id: customerId,
    customer_email_key: mailbox,
    held_for: reasons,
  }: ConversationRow,
): Promise<'open' | 'held' | Blocker> {
  const recipient = await findRecipient(trx, { listingId, customerId, mailbox });
  if (typeof recipient === 'string') return recipient;
  const isHeld = reasons.length > 0;
  await trx
    .updateTable('conversations')
    .set(
      isHeld
        ? { status: 'held', last_message_at: sql`now()` }
        : { status: 'open', opened_at: sql`now()`, last_message_at: sql`now()`, customer_read_at: sql`now()` },
    )
    .where('id', '=', id)
    .execute();
  return isHeld ? 'held' : 'open';
}

/** Tells a business of the conversation that was opened. */
export async function announce(trx: Transaction<DB>, conversation: ConversationRow, deps: ConversationDeps) {
  const { body } = await trx
    .selectFrom('messages')
    .select('body')
    .where('conversation_id', '=', conversation.id)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await notifyOtherSide(trx, conversation, 'customer', { text: body, isFirst: true }, deps);
}

/** Deletes first messages that nobody confirmed within 48 hours, or that were stopped before the business received them. Runs hourly. */
export async function deleteUnconfirmed(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from conversations
    where (status = 'unconfirmed' or status = 'stopped' and opened_at is null) and created_at <= now() - make_interval(hours => ${sql.lit(CONFIRMATION_HOURS)})`.execute(
    db,
  );
}
