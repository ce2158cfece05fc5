import { sql, type Transaction } from 'kysely';
import type { Reply, Side } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import type { ConversationDeps, ConversationRow } from './deps.ts';
import { notifyOtherSide } from './notify.ts';
import type { Participation } from './participants.ts';
import { attachPictures } from './pictures.ts';
import { isBlocked, lockAccounts } from './recipient.ts';
import { findHoldReasons } from './spam.ts';

/**
 * Adds a message to a conversation that is locked, and queues the email to the other side in the same transaction.
 * @throws {Conflict} when the conversation was stopped, or its other side is gone
 * @throws {Invalid} when a picture cannot be attached
 */
export async function addMessage(
  trx: Transaction<DB>,
  { conversation, side, authorId }: Pick<Participation, 'conversation' | 'side' | 'authorId'>,
  { text, pictures, key }: Reply,
  deps: ConversationDeps,
  via: 'web' | 'email' = 'web',
): Promise<void> {
  if (await isAdded(trx, key)) return;
  const refusal = findRefusal(conversation, side);
  if (refusal) throw new Conflict(refusal);
  const { owner_id: ownerId, customer_id: customerId, customer_email_key: mailbox } = conversation;
  const accounts = await lockAccounts(trx, [ownerId, customerId]);
  if (accounts.some(({ is_active }) => !is_active))
    throw new Conflict(t('An account of this conversation is suspended.'));
  if (side === 'customer' && (await isBlocked(trx, ownerId, mailbox)))
    throw new Conflict(t('This business doesn’t take messages from you.'));
  const reasons =
    side === 'customer' && conversation.first_answered_at === null
      ? await findHoldReasons(
          trx,
          {
            text,
            listingId: conversation.listing_id ?? 0,
            mailbox: mailbox ?? '',
            isStranger: !accounts.some(({ id, email_confirmed_at: at }) => id === customerId && at !== null),
          },
          deps.settings,
        )
      : [];
  const isHeld = reasons.length > 0;
  const { id } = await trx
    .insertInto('messages')
    .values({
      conversation_id: conversation.id,
      sender: side,
      author_id: authorId,
      body: text,
      via,
      status: isHeld ? 'held' : 'sent',
      request_key: key,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await attachPictures(trx, { message_id: id }, pictures);
  await trx
    .updateTable('conversations')
    .set(
      side === 'business'
        ? {
            last_message_at: sql`now()`,
            owner_read_at: sql`now()`,
            first_answered_at: sql`coalesce(first_answered_at, now())`,
            label: sql`case when label = 'new' then 'answered' else label end`,
          }
        : isHeld
          ? { status: 'held', held_for: reasons }
          : { last_message_at: sql`now()`, customer_read_at: sql`now()` },
    )
    .where('id', '=', conversation.id)
    .execute();
  if (!isHeld) await notifyOtherSide(trx, conversation, side, { text, isFirst: false }, deps);
}

async function isAdded(trx: Transaction<DB>, key: string): Promise<boolean> {
  const added = await trx.selectFrom('messages').select('id').where('request_key', '=', key).executeTakeFirst();
  return added !== undefined;
}

/** Why a side cannot write; undefined when it can. */
export function findRefusal(
  { status, owner_id, customer_email, customer_id }: ConversationRow,
  side: Side,
): string | undefined {
  if (status === 'stopped') return t('This conversation was stopped.');
  if (status === 'unconfirmed') return t('Send your first message first: open the link in our email.');
  if (status === 'held' && side === 'customer') return t('We’re still looking at the last message.');
  if (status === 'withheld') return t('We didn’t pass this message on.');
  if (side === 'customer' && owner_id === null) return t('This business has left. Nobody would read your message.');
  if (side === 'business' && customer_email === null && customer_id === null)
    return t('This customer has deleted their account. Nobody would read your message.');
  return undefined;
}
