import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { renew } from '../db/renewal.ts';
import type { DB } from '../db/schema.ts';
import { type FiledListing, listingKeys } from './surrogate-keys.ts';

/** Hides the listings of an account that is being suspended. */
export function hideOwned(trx: Transaction<DB>, accountId: number): Promise<void> {
  return change(trx, sql`update listings set owner_suspended = true where owner_id = ${accountId} returning *`);
}

/** Shows the listings of an account again. */
export function showOwned(trx: Transaction<DB>, accountId: number): Promise<void> {
  return change(trx, sql`update listings set owner_suspended = false where owner_id = ${accountId} returning *`);
}

/** What an account has among the listings, for its export and its deletion (`Belongings`). */
export const ownedListings = {
  name: 'listings',
  /** As the owner gave them: with what visitors do not see. Newest first. */
  of: (db: Kysely<DB>, accountId: number) =>
    db
      .selectFrom('listings')
      .innerJoin('categories', 'categories.id', 'listings.category_id')
      .where('owner_id', '=', accountId)
      .select(['listings.id', 'title', 'description', 'business_name as businessName', 'address', 'city', 'state'])
      .select(['zip', 'phone', 'email', 'website', 'image_url as imageUrl', 'categories.name as category'])
      .select(['status', 'level', 'paid_until as paidUntil', 'expires_at as expiresAt'])
      .select(['created_at as createdAt', 'updated_at as updatedAt'])
      .orderBy('listings.id', 'desc')
      .execute(),
  remove: (trx: Transaction<DB>, accountId: number) =>
    change(trx, sql`delete from listings where owner_id = ${accountId} returning *`),
};

/** Changes listings and renews whatever shows or counts them. */
async function change(trx: Transaction<DB>, changing: RawBuilder<unknown>) {
  const { rows } = await sql<FiledListing>`
    with l as (${changing})
    select l.id, p.slug as "citySlug", y.slug as "countySlug", l.zip, o.slug as "locationSlug", c.slug as "categorySlug",
      t.slug as "topCategorySlug", l.level <> 'free' as paid
    from l
    left join places p on p.id = l.place_id
    join counties y on y.id = l.county_id
    join locations o on o.id = l.location_id
    join categories c on c.id = l.category_id
    join categories t on t.id = l.top_category_id`.execute(trx);
  await renew(trx, rows.flatMap(listingKeys));
}
