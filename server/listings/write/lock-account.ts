import type { Selectable, Transaction } from 'kysely';
import type { Accounts, DB } from '#server/db/schema.ts';

export type LockedAccount = Pick<Selectable<Accounts>, 'username' | 'email' | 'email_confirmed_at'>;

/**
 * Keeps an active account from being suspended or deleted until the transaction ends, and lets what it makes be made one after
 * another. Undefined when it is suspended or gone. Accounts are locked first, then listings, then claims: whoever waits for
 * somebody does not keep them waiting.
 */
export const lockAccount = (trx: Transaction<DB>, id: number): Promise<LockedAccount | undefined> =>
  trx
    .selectFrom('accounts')
    .select(['username', 'email', 'email_confirmed_at'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
