import { type Kysely, sql } from 'kysely';
import type { SavedList, SharedList } from '#contract/saved-lists.ts';
import { findListingsByIds } from '#server/listings/read/listings.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { isToken } from '#server/platform/http/sessions.ts';
import { addSavedListings } from './listings.ts';
import { insertEntries, insertList, listNotFound, requireList } from './lists.ts';

/**
 * A shared list as everybody sees it who has its link.
 * @throws {NotFound} when the link is wrong or revoked, or its account is suspended
 */
export async function findSharedList(db: Kysely<DB>, gazetteer: Gazetteer, token: string): Promise<SharedList> {
  const { name, listing_ids } = await requireShared(db, token);
  return { name, listings: (await findListingsByIds(db, gazetteer, listing_ids)).listings };
}

/**
 * Saves the public listings of a shared list, as far as the account's limit allows, and makes a list of them under its name.
 * @throws {NotFound} as `findSharedList`
 * @throws {Conflict} when the account has reached its limit of lists
 */
export const copySharedList = (db: Kysely<DB>, accountId: number, token: string): Promise<SavedList> =>
  db.transaction().execute(async (trx) => {
    const { name, listing_ids } = await requireShared(trx, token);
    const key = { accountId, id: await insertList(trx, accountId, name) };
    // Of those that are not public only what the account has saved itself.
    await addSavedListings(trx, accountId, listing_ids);
    await insertEntries(trx, key, listing_ids);
    return requireList(trx, key);
  });

async function requireShared(db: Kysely<DB>, token: string) {
  const list = isToken(token) ? await sharedListQuery(db, token).executeTakeFirst() : undefined;
  if (!list) throw listNotFound();
  return list;
}

/** Exported for the test of its query plan. */
export const sharedListQuery = (db: Kysely<DB>, token: string) =>
  db
    .selectFrom('saved_lists as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .select('l.name')
    .select(
      sql<number[]>`array(select e.listing_id from saved_list_entries e where e.list_id = l.id
        order by e.added_at desc, e.listing_id desc)`.as('listing_ids'),
    )
    .where('l.share_token', '=', token)
    .where('a.is_active', '=', true);
