import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { MAX_SAVED_LISTINGS } from '#contract/limits.ts';
import type { SavedListing, SavedMerge } from '#contract/saved.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { lockAccount } from '#server/listings/write/posting.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Unauthorized } from '#server/platform/http/errors.ts';

/** The saved listings of an account, public or not; the last saved first. */
export async function listSavedListings(db: Kysely<DB>, accountId: number): Promise<SavedListing[]> {
  const rows = await db
    .selectFrom('saved_listings')
    .select(['listing_id', 'saved_at'])
    .where('account_id', '=', accountId)
    .orderBy('saved_at', 'desc')
    .orderBy('listing_id', 'desc')
    .execute();
  return rows.map(({ listing_id, saved_at }) => ({ id: listing_id, savedAt: saved_at.toISOString() }));
}

/** A listing in the saved list of an account. */
interface SavedListingKey {
  accountId: number;
  listingId: number;
}

/**
 * Saves a listing; one that is already saved keeps its position.
 * @throws {NotFound} when it is not public
 * @throws {Conflict} when the account has reached its limit
 */
export async function saveListing(db: Kysely<DB>, { accountId, listingId }: SavedListingKey): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { saved, left } = await addSavedListings(trx, accountId, [listingId]);
    if (left.length === 0) return;
    if (saved.length >= MAX_SAVED_LISTINGS && (await isPublic(trx, listingId)))
      throw new Conflict(
        t('You can save up to {max} listings. Remove one to save another.', { max: MAX_SAVED_LISTINGS }),
      );
    throw listingNotFound();
  });
}

/** Removes a saved listing of an account, and returns the lists that it was in; does nothing if it is not saved. */
export async function unsaveListing(db: Kysely<DB>, { accountId, listingId }: SavedListingKey): Promise<number[]> {
  const { rows } = await sql<{ list_id: number }>`
    with removed as (
      delete from saved_listings where account_id = ${accountId} and listing_id = ${listingId} returning account_id, listing_id)
    select list_id from saved_list_entries join removed using (account_id, listing_id) order by list_id`.execute(db);
  return rows.map(({ list_id }) => list_id);
}

/**
 * Adds the saved list of a browser to that of the account, in the same order.
 * @returns the whole list; `left` are the ids that were not added because they are not public or exceed the limit
 */
export function mergeSavedListings(db: Kysely<DB>, accountId: number, ids: number[]): Promise<SavedMerge> {
  return db.transaction().execute((trx) => addSavedListings(trx, accountId, ids));
}

/** Saves those that are public and not saved yet, as far as the limit of the account allows. */
export async function addSavedListings(trx: Transaction<DB>, accountId: number, ids: number[]): Promise<SavedMerge> {
  // The lock serializes concurrent requests, so that they cannot exceed the limit together.
  if (!(await lockAccount(trx, accountId))) throw new Unauthorized();
  // Rows of one statement would share one time: a millisecond between them preserves their order.
  await sql`
    insert into saved_listings (account_id, listing_id, saved_at)
    select ${accountId}, l.id, greatest(now(), max(latest.at) + ${ids.length} * interval '1 millisecond')
      - (min(added.nth) - 1) * interval '1 millisecond'
    from unnest(${ids}::bigint[]) with ordinality as added (id, nth)
    cross join (select max(saved_at) as at from saved_listings where account_id = ${accountId}) as latest
    join public_listings l on l.id = added.id
    where not exists (select from saved_listings s where s.account_id = ${accountId} and s.listing_id = l.id)
    group by l.id
    order by min(added.nth)
    limit (select greatest(${sql.lit(MAX_SAVED_LISTINGS)} - count(*), 0) from saved_listings where account_id = ${accountId})`.execute(
    trx,
  );
  const saved = await listSavedListings(trx, accountId);
  const savedIds = new Set(saved.map(({ id }) => id));
  return { saved, left: [...new Set(ids)].filter((id) => !savedIds.has(id)) };
}

async function isPublic(trx: Transaction<DB>, id: number): Promise<boolean> {
  return (await trx.selectFrom('public_listings').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** The saved listings of an account, for its export and deletion (`PersonalData`). */
export const savedListingPersonalData = {
  name: 'savedListings',
  export: listSavedListings,
  async erase(trx: Transaction<DB>, accountId: number) {
    await trx.deleteFrom('saved_listings').where('account_id', '=', accountId).execute();
  },
};
