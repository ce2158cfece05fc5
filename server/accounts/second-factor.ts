import type { Transaction } from 'kysely';
import type { PendingSignIn } from '#contract/admin/second-factor.ts';
import type { DB } from '../db/schema.ts';

/** What signing in asks of the noun `second-factor`, which comes after accounts: the program passes it in. */
export interface SecondFactor {
  /** Begins the second step of signing in, after a right password; null if the account has no second factor. */
  beginSignIn(trx: Transaction<DB>, accountId: number): Promise<PendingSignIn | null>;
}
