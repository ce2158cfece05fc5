import { type Kysely, sql, type Transaction } from 'kysely';
import { defineMessage, t } from '#contract/i18n/t.ts';
import { findBusinessName } from '#server/conversations/business-name.ts';
import type { ConversationDeps } from '#server/conversations/deps.ts';
import { findCustomerLanguage, notifyOtherSide } from '#server/conversations/notify.ts';
import { type Blocker, findRecipient, lockAccounts } from '#server/conversations/recipient.ts';
import { messageWithheldEmail } from '#server/conversations/refusal-emails.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { type Decision, decide, type LockedConversation } from './decide.ts';

const BLOCKERS: Record<Blocker, string> = {
  unreachable: defineMessage('This business can’t be reached any more. Withhold the message, and say so.'),
  own: defineMessage('The listing belongs to the customer by now. Withhold the message.'),
  blocked: defineMessage('This business has blocked the customer by now. Withhold the message.'),
  suspended: defineMessage('An account of this conversation is suspended. Withhold the message.'),
};

/**
 * Passes held messages on: the business receives them.
 * @throws {NotFound} {Conflict} when nothing is held any more, or the business cannot be reached any more
 */
export const approveMessages = (db: Kysely<DB>, decision: Decision, deps: ConversationDeps) =>
  decide(db, decision, 'message-approved', async (trx, conversation) => {
    if (conversation.status !== 'held') throw nothingHeld();
    const isFirst = conversation.opened_at === null;
    const blocker = await findBlocker(trx, conversation);
    if (blocker) throw new Conflict(BLOCKERS[blocker]);
    await trx
      .updateTable('conversations')
      .set({
        status: 'open',
        held_for: [],
        opened_at: sql`coalesce(opened_at, now())`,
        last_message_at: sql`now()`,
      })
      .where('id', '=', conversation.id)
      .execute();
    const approved = await trx
      .updateTable('messages')
      .set({ status: 'sent' })
      .where('conversation_id', '=', conversation.id)
      .where('status', '=', 'held')
      .returning('body')
      .execute();
    const text = approved.map(({ body }) => body).join('\n\n');
    await notifyOtherSide(trx, conversation, 'customer', { text, isFirst }, deps);
  });

/**
 * Withholds held messages, and notifies the customer of the reason. A conversation that the business has received before goes on.
 * @throws {NotFound} {Conflict} when nothing is held any more
 */
export const withholdMessages = (db: Kysely<DB>, decision: Decision, { jobs, site }: ConversationDeps) =>
  decide(db, decision, 'message-withheld', async (trx, conversation) => {
    if (conversation.status !== 'held') throw nothingHeld();
    await trx
      .updateTable('conversations')
      .set({ status: conversation.opened_at === null ? 'withheld' : 'open', held_for: [] })
      .where('id', '=', conversation.id)
      .execute();
    await trx
      .updateTable('messages')
      .set({ status: 'withheld' })
      .where('conversation_id', '=', conversation.id)
      .where('status', '=', 'held')
      .execute();
    const { customer_email: to } = conversation;
    if (to === null) return;
    const business = await findBusinessName(trx, conversation);
    const language = await findCustomerLanguage(trx, conversation);
    await jobs.enqueueEmail(
      trx,
      writeEmail(language, () => messageWithheldEmail(site, { to, business, reason: decision.reason })),
    );
  });

/** Why the business cannot receive held messages; undefined if it can. Who began a conversation may go on in it after the listing ended. */
async function findBlocker(trx: Transaction<DB>, conversation: LockedConversation): Promise<Blocker | undefined> {
  const { owner_id: ownerId, customer_id: customerId, customer_email_key: mailbox } = conversation;
  if (conversation.opened_at === null) {
    const recipient = await findRecipient(trx, { listingId: conversation.listing_id, customerId, mailbox });
    return typeof recipient === 'string' ? recipient : undefined;
  }
  if (ownerId === null) return 'unreachable';
  const accounts = await lockAccounts(trx, [ownerId, customerId]);
  return accounts.some(({ is_active }) => !is_active) ? 'suspended' : undefined;
}

const nothingHeld = () => new Conflict(t('This message was decided by somebody else.'));
