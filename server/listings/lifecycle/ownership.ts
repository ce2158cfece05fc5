import { type Kysely, sql, type Transaction } from 'kysely';
import { LISTING_FIELDS, STORED_FIELD_NAMES } from '#contract/listing-fields/listing-fields.ts';
import { toLogo, toPhotos } from '#server/listings/read/presenter.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** Hides the listings of an account that is suspended. */
export async function hideAccountListings(trx: Transaction<DB>, accountId: number): Promise<void> {
  await writeAndInvalidate(
    trx,
    sql`update listings set owner_suspended = true where owner_id = ${accountId} returning *`,
  );
}

/** Shows the listings of an account again. */
export async function showAccountListings(trx: Transaction<DB>, accountId: number): Promise<void> {
  await writeAndInvalidate(
    trx,
    sql`update listings set owner_suspended = false where owner_id = ${accountId} returning *`,
  );
}

/** The listings of an account, for its export and its deletion. */
export const listingPersonalData = {
  name: 'listings',
  /** Newest first, with the fields that visitors do not see. */
  async export(db: Kysely<DB>, accountId: number) {
    const rows = await db
      .selectFrom('listings')
      .innerJoin('categories', 'categories.id', 'listings.category_id')
      .innerJoin('locations', 'locations.id', 'listings.location_id')
      .where('owner_id', '=', accountId)
      .select(STORED_FIELD_NAMES.map((name) => sql.ref(`listings.${LISTING_FIELDS[name].column}`).as(name)))
      .select(['listings.lat', 'listings.lng', 'point_source as pointSource'])
      .select(['listings.id', 'city', 'zip', 'categories.name as category', 'locations.name as location'])
      .select(['logo', 'photos', 'status', 'hidden_reason as hiddenReason', 'level', 'paid_until as paidUntil'])
      .select(['expires_at as expiresAt', 'created_at as createdAt', 'updated_at as updatedAt'])
      .select('deleted_at as deletedAt')
      .orderBy('listings.id', 'desc')
      .execute();
    return rows.map((row) => ({ ...row, logo: toLogo(row), photos: toPhotos(row) }));
  },
  async erase(trx: Transaction<DB>, accountId: number) {
    await writeAndInvalidate(trx, sql`delete from listings where owner_id = ${accountId} returning *`);
  },
};
