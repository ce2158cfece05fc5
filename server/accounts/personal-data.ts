import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../db/schema.ts';

/**
 * What an account has in another noun: its listings, its payments. Accounts know none of them; `app.ts` hands them over,
 * so that an export holds everything and a deletion leaves nothing behind (docs/decisions).
 */
export interface PersonalData {
  /** What they are called in an export: 'listings'. */
  name: string;
  /** All that we hold of them, as it may leave the server. */
  export(db: Kysely<DB>, accountId: number): Promise<unknown>;
  /** Removes them, and renews the surrogate keys of what showed them. */
  erase(trx: Transaction<DB>, accountId: number): Promise<void>;
}
