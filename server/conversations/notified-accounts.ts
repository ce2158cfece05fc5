import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

interface BusinessAccount {
  id: number;
  language: string;
  email: string | null;
}

/**
 * Who is notified of a message to a listing, with their addresses if they confirmed them: the owner and who manages it, or whom the owner
 * chose for a branch, as long as that reaches somebody.
 */
export async function findNotifiedAccounts(
  trx: Transaction<DB>,
  listing: { ownerId: number | null; listingId: number | null },
): Promise<BusinessAccount[]> {
  const accounts = await findBusinessAccounts(trx, listing);
  const routing = await findRouting(trx, listing);
  const chosen = accounts.filter(({ id }) => routing?.includes(id));
  return chosen.some(({ email }) => email !== null) ? chosen : accounts;
}

/** The accounts that the owner of a branch chose; undefined without a choice. */
async function findRouting(
  trx: Transaction<DB>,
  { ownerId, listingId }: { ownerId: number | null; listingId: number | null },
): Promise<number[] | undefined> {
  if (ownerId === null || listingId === null) return undefined;
  const branch = await trx
    .selectFrom('organization_branches as b')
    .innerJoin('organizations as o', 'o.id', 'b.organization_id')
    .leftJoin('listing_members as m', 'm.id', 'b.lead_member_id')
    .select(['b.lead_recipients', 'm.account_id'])
    .where('b.listing_id', '=', listingId)
    .where('o.owner_id', '=', ownerId)
    .executeTakeFirst();
  if (branch?.lead_recipients === 'owner') return [ownerId];
  if (!branch?.account_id) return undefined;
  return branch.lead_recipients === 'both' ? [ownerId, branch.account_id] : [branch.account_id];
}

/** An owner and who manages the listing, with their addresses if they confirmed them. */
async function findBusinessAccounts(
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
