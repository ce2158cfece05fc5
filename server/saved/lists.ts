import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { MAX_LIST_LENGTH, MAX_SAVED_LISTS } from '#contract/limits.ts';
import type { ListChange, NewList, SavedList } from '#contract/saved-lists.ts';
import { lockAccount } from '#server/listings/write/posting.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound, Unauthorized } from '#server/platform/http/errors.ts';

/** The named lists of an account with their listings, public or not: lists by age, listings the last added first. */
export async function listSavedLists(db: Kysely<DB>, accountId: number): Promise<SavedList[]> {
  const rows = await savedListsQuery(db, accountId).execute();
  return rows.map(({ id, name, share_token, created_at, listing_ids }) => ({
    id,
    name,
    path: share_token === null ? null : toSharePath(share_token),
    listings: listing_ids,
    createdAt: created_at.toISOString(),
  }));
}

/** The page that shows a shared list, in every language. */
export const toSharePath = (token: string) => `/lists/${token}`;

/** Exported for the test of its query plan. */
export const savedListsQuery = (db: Kysely<DB>, accountId: number) =>
  db
    .selectFrom('saved_lists as l')
    .select(['l.id', 'l.name', 'l.share_token', 'l.created_at'])
    .select(
      sql<number[]>`array(select e.listing_id from saved_list_entries e where e.list_id = l.id
        order by e.added_at desc, e.listing_id desc)`.as('listing_ids'),
    )
    .where('l.account_id', '=', accountId)
    .orderBy('l.id');

/** A list of an account. */
export interface SavedListKey {
  accountId: number;
  id: number;
}

/**
 * Creates a list of saved listings.
 * @throws {Conflict} when the account has reached its limit of lists, or the list is too long
 */
export const createList = (db: Kysely<DB>, accountId: number, { name, add }: NewList): Promise<SavedList> =>
  db.transaction().execute(async (trx) => {
    const key = { accountId, id: await insertList(trx, accountId, name) };
    await addEntries(trx, key, add);
    return requireList(trx, key);
  });

/** @returns its id @throws {Conflict} as `createList` */
export async function insertList(trx: Transaction<DB>, accountId: number, name: string): Promise<number> {
  // The lock serializes concurrent requests, so that they cannot exceed the limit together.
  if (!(await lockAccount(trx, accountId))) throw new Unauthorized();
  const lists = await trx.selectFrom('saved_lists').select('id').where('account_id', '=', accountId).execute();
  if (lists.length >= MAX_SAVED_LISTS)
    throw new Conflict(t('You can have up to {max} lists. Delete one to make another.', { max: MAX_SAVED_LISTS }));
  const values = { account_id: accountId, name };
  return (await trx.insertInto('saved_lists').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/**
 * Renames a list, takes listings from it and adds saved ones, which come first in the given order; those that are there keep their position.
 * @throws {NotFound} when the account has no such list
 * @throws {Conflict} when the list would be too long
 */
export const updateList = (
  db: Kysely<DB>,
  key: SavedListKey,
  { name, add = [], remove = [] }: ListChange,
): Promise<SavedList> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, key.accountId))) throw new Unauthorized();
    await requireList(trx, key);
    if (name !== undefined) await ownList(trx, key).set({ name }).execute();
    await trx
      .deleteFrom('saved_list_entries')
      .where('list_id', '=', key.id)
      .where('listing_id', '=', sql<number>`any(${remove}::bigint[])`)
      .execute();
    await addEntries(trx, key, add);
    return requireList(trx, key);
  });

async function addEntries(trx: Transaction<DB>, key: SavedListKey, ids: number[]): Promise<void> {
  await insertEntries(trx, key, ids);
  const { length } = (await requireList(trx, key)).listings;
  if (length > MAX_LIST_LENGTH)
    throw new Conflict(t('A list has up to {max} listings. Remove some to add others.', { max: MAX_LIST_LENGTH }));
}

/** Adds those that are saved, before the others. A millisecond between them preserves their order. */
export const insertEntries = (trx: Transaction<DB>, { accountId, id }: SavedListKey, ids: number[]) =>
  sql`
    insert into saved_list_entries (list_id, account_id, listing_id, added_at)
    select ${id}, account_id, listing_id, now() - min(added.nth) * interval '1 millisecond'
    from unnest(${ids}::bigint[]) with ordinality as added (listing_id, nth)
    join saved_listings using (listing_id)
    where account_id = ${accountId}
    group by account_id, listing_id
    on conflict do nothing`.execute(trx);

/** Deletes a list and its link; its listings stay saved. @throws {NotFound} when the account has no such list */
export async function deleteList(db: Kysely<DB>, { accountId, id }: SavedListKey): Promise<void> {
  const deleted = await db
    .deleteFrom('saved_lists')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw listNotFound();
}

/** The row of a list to update. */
export const ownList = (db: Kysely<DB>, { accountId, id }: SavedListKey) =>
  db.updateTable('saved_lists').where('id', '=', id).where('account_id', '=', accountId);

/** @throws {NotFound} when the account has no such list */
export async function requireList(db: Kysely<DB>, { accountId, id }: SavedListKey): Promise<SavedList> {
  const list = (await listSavedLists(db, accountId)).find((one) => one.id === id);
  if (!list) throw listNotFound();
  return list;
}

export const listNotFound = () => new NotFound(t('This list doesn’t exist.'));

/** The named lists of an account, for its export and deletion (`PersonalData`): the export has no link that opens. */
export const savedListsPersonalData = {
  name: 'savedLists',
  async export(db: Kysely<DB>, accountId: number) {
    const lists = await listSavedLists(db, accountId);
    return lists.map(({ path, ...list }) => ({ ...list, shared: path !== null }));
  },
  async erase(trx: Transaction<DB>, accountId: number) {
    await trx.deleteFrom('saved_lists').where('account_id', '=', accountId).execute();
  },
};
