import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

interface BusinessAccount {
  id: number;
  language: string;
  email: string | null;
}

/** An owner and who manages the listing, with their addresses if they confirmed them. */
export async function findBusinessAccounts(
  trx: Transaction<DB>,
  { ownerId, listingId }: { ownerId: number | null; listingId: number | null },
): Promise<BusinessAccount[]> {
  const { rows } = await sql<BusinessAccount>`
    select a.id, a.language, case when a.email_confirmed_at is not null then a.email end as email from accounts a
    where a.is_active and (a.id = ${ownerId} or a.id in (
      select m.account_id from listing_members m
      where m.owner_id = ${ownerId} and m.role = 'manager' and (m.listing_id is null or m.listing_id = ${listingId})))
    order by a.id`.execute(trx);
  return rows;
}
