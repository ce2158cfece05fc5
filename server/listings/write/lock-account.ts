import type { Selectable, Transaction } from 'kysely';
import type { Accounts, DB } from '#server/db/schema.ts';

export type LockedAccount = Pick<Selectable<Accounts>, 'username' | 'email' | 'email_confirmed_at'>;

/**
 * Locks an active account until the transaction ends: it cannot be suspended or deleted, and its listings are created one at a
 * time. To avoid deadlocks, accounts are locked first, then listings, then claims.
 * @returns undefined when the account is suspended or does not exist
 */
export const lockAccount = (trx: Transaction<DB>, id: number): Promise<LockedAccount | undefined> =>
  trx
    .selectFrom('accounts')
    .select(['username', 'email', 'email_confirmed_at'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
