import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/**
 * What a noun stores about an account, such as its listings or payments. Accounts import none of these nouns: the program passes
 * them in, so that an export is complete and a deletion leaves nothing. See docs/decisions/0019-personal-data-per-noun.md.
 */
export interface PersonalData {
  /** The key in an export, such as 'listings'. */
  name: string;
  /** Everything stored about the account, in its public shape. */
  export(db: Kysely<DB>, accountId: number): Promise<unknown>;
  /** Deletes it, and invalidates the surrogate keys of the pages that showed it. */
  erase(trx: Transaction<DB>, accountId: number): Promise<void>;
  /** Ends what lets anybody in or act for the account, when its email turns out to be somebody else's than of who registered. */
  revokeAccess?(trx: Transaction<DB>, accountId: number): Promise<void>;
  /** Ends the links and reply addresses that were emailed to the account, when its email is replaced. */
  revokeEmailed?(trx: Transaction<DB>, accountId: number): Promise<void>;
}
