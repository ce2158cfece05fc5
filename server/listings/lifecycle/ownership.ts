import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { toLogo, toPhotos } from '#server/photos/pictures.ts';
import { writeAndInvalidate } from '../write/write-and-invalidate.ts';

/** Hides the listings of an account that is being suspended. */
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

/** What an account has among the listings, for its export and its deletion (`Belongings`). */
export const listingPersonalData = {
  name: 'listings',
  /** As the owner gave them: with what visitors do not see. Newest first. */
  async export(db: Kysely<DB>, accountId: number) {
    const rows = await db
      .selectFrom('listings')
      .innerJoin('categories', 'categories.id', 'listings.category_id')
      .innerJoin('locations', 'locations.id', 'listings.location_id')
      .where('owner_id', '=', accountId)
      .select(['listings.id', 'title', 'description', 'business_name as businessName', 'address', 'city', 'state'])
      .select(['zip', 'phone', 'email', 'website', 'image_url as imageUrl', 'categories.name as category'])
      .select(['locations.name as location', 'social_media as socialMedia', 'hours', 'holiday_note as holidayNote'])
      .select(['service_area as serviceArea', 'languages', 'year_founded as yearFounded', 'logo', 'photos'])
      .select(['headline', 'tags', 'faq', 'review'])
      .select(['status', 'hidden_reason as hiddenReason', 'level', 'paid_until as paidUntil'])
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
