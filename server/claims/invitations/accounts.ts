import type { Selectable, Transaction } from 'kysely';
import type { Accounts, DB } from '#server/platform/db/schema.ts';

/** An account as invitations need it. */
export type LockedPerson = Pick<
  Selectable<Accounts>,
  'id' | 'username' | 'username_key' | 'email' | 'email_key' | 'email_confirmed_at' | 'language'
>;

/**
 * Locks active accounts in the order of their numbers until the transaction ends, so that two people who give each other something do not
 * wait for each other: none of them is suspended or deleted meanwhile. Accounts are locked before listings, and listings before invitations.
 * @returns those that there are, by number
 */
export async function lockAccounts(trx: Transaction<DB>, ids: number[]): Promise<Map<number, LockedPerson>> {
  const rows = await trx
    .selectFrom('accounts')
    .select(['id', 'username', 'username_key', 'email', 'email_key', 'email_confirmed_at', 'language'])
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
