import { sql, type Transaction } from 'kysely';
import { defineMessage } from '#contract/i18n/t.ts';
import { isAccessible } from '#server/listings/members/access.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** Why a message of a customer cannot reach a business. */
export type Blocker = 'unreachable' | 'own' | 'blocked' | 'suspended';

/** The message for the customer. */
export const REFUSALS: Record<Blocker, string> = {
  unreachable: defineMessage('This business takes no messages any more, so yours wasn’t sent.'),
  own: defineMessage('This is your own listing.'),
  blocked: defineMessage('This business doesn’t take messages from you.'),
  suspended: defineMessage('Your account is suspended.'),
};

/** The business that a customer wants to write to. */
interface ConversationParties {
  listingId: number | null;
  /** The account of the customer, or null. */
  customerId: number | null;
  /** The mailbox of the address that the customer gave. */
  mailbox: string | null;
}

/**
 * Finds who receives the first message of a customer, and locks the listing and the customer’s account, so that both stay as they are
 * until the message is stored.
 * @returns the business, or why it cannot be reached: its listing is not public or has no owner, belongs to the customer, its owner
 *   wants no messages of them, or their account is suspended
 */
export async function findRecipient(
  trx: Transaction<DB>,
  { listingId, customerId, mailbox }: ConversationParties,
): Promise<{ business: string; ownerId: number } | Blocker> {
  const { rows } = await sql<{ business: string; ownerId: number; isOwn: boolean }>`
    select business_name as business, owner_id as "ownerId", ${customerId === null ? sql`false` : isAccessible(customerId, 'read', 'l')} as "isOwn"
    from public_listings l where id = ${listingId} and owner_id is not null for share`.execute(trx);
  const [listing] = rows;
  if (!listing) return 'unreachable';
  if (listing.isOwn) return 'own';
  if (await isBlocked(trx, listing.ownerId, mailbox)) return 'blocked';
  const customer = await lockAccounts(trx, [customerId]);
  return customer.some(({ is_active }) => !is_active) ? 'suspended' : listing;
}

/** Whether an owner wants no messages from a mailbox. */
export const isBlocked = async (trx: Transaction<DB>, ownerId: number | null, mailbox: string | null) =>
  (await trx
    .selectFrom('conversation_blocks')
    .select('owner_id')
    .where('owner_id', '=', ownerId)
    .where('email_key', '=', mailbox)
    .executeTakeFirst()) !== undefined;

/** The accounts with these ids, which cannot be suspended until the transaction ends. */
export const lockAccounts = (trx: Transaction<DB>, ids: (number | null)[]) =>
  trx
    .selectFrom('accounts')
    .select(['id', 'is_active', 'email_confirmed_at'])
    .where(
      'id',
      'in',
      ids.map((id) => id ?? 0),
    )
    .forShare()
    .execute();
