import type { Kysely } from 'kysely';
import type { SavedList } from '#contract/saved-lists.ts';
import { lockAccount } from '#server/listings/write/posting.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Unauthorized } from '#server/platform/http/errors.ts';
import { emailUnconfirmed } from '#server/platform/http/permissions.ts';
import { createToken } from '#server/platform/http/sessions.ts';
import { ownList, requireList, type SavedListKey } from './lists.ts';

/**
 * Shares a list by a link, which stays the same until it is revoked.
 * See docs/decisions/0156-links-of-lists-are-stored.md.
 * @throws {NotFound} when the account has no such list
 * @throws {Forbidden} when the account's email is not confirmed
 */
export const shareList = (db: Kysely<DB>, key: SavedListKey): Promise<SavedList> =>
  db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, key.accountId);
    if (!account) throw new Unauthorized();
    const list = await requireList(trx, key);
    if (!account.email_confirmed_at) throw emailUnconfirmed();
    if (list.path !== null) return list;
    await ownList(trx, key).set({ share_token: createToken() }).execute();
    return requireList(trx, key);
  });

/** Ends the link of a list for good: sharing it again makes another. @throws {NotFound} when the account has no such list */
export async function revokeLink(db: Kysely<DB>, key: SavedListKey): Promise<SavedList> {
  await ownList(db, key).set({ share_token: null }).execute();
  return requireList(db, key);
}
