import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/** Locks the payments for a listing, in the order of settlements: before the listing. */
export const lockListingPayments = (trx: Transaction<DB>, listingId: number) =>
  sql`
    select from payments p where p.listing_id = ${listingId}
      or p.id in (select payment_id from terms where listing_id = ${listingId})
    order by id for update`.execute(trx);

/**
 * Makes whole credits of what was paid for a listing and is not over, or waits with it: they stay with who paid. The caller has locked the
 * payments and gives the listing the free level.
 * @returns the number of credits
 */
export async function returnTerms(trx: Transaction<DB>, listingId: number): Promise<number> {
  // A payment has one term, so that of a credit goes.
  const { rows } = await sql`
    with gone as (
      delete from terms where listing_id = ${listingId} and ended_at is null and ends_at > now() returning payment_id
    )
    update payments set redeemed_at = null, listing_id = null
    where id in (select payment_id from gone)
      or listing_id = ${listingId} and status = 'paid' and redeemed_at is null
    returning id`.execute(trx);
  return rows.length;
}
