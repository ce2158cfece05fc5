import { type Kysely, type RawBuilder, sql } from 'kysely';
import { hasRight, LISTING_ROLES, type ListingRight, type ListingRole } from '#contract/ownership/members.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import type { OwnerListingId } from '#server/listings/read/owner-listings.ts';
import type { DB } from '#server/platform/db/schema.ts';

/**
 * The right of an account to a listing, which every route of owners asks for. The returned id names the owner: verbs change the listing
 * only as long as that account owns it, and record who acts in its place.
 * See docs/decisions/0114-listings-are-given-by-invitation.md.
 * @throws {NotFound} for a listing that the account may not know of, or has not this right to
 */
export async function requireListing(
  db: Kysely<DB>,
  { accountId, id }: { accountId: number; id: number },
  right: ListingRight,
): Promise<OwnerListingId> {
  const found = await db
    .selectFrom('listings')
    .select(['owner_id', listingRole(accountId).as('role')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found?.role || found.owner_id === null || !hasRight(found.role, right)) throw listingNotFound();
  const { owner_id: ownerId, role } = found;
  return role === 'owner' ? { id, ownerId } : { id, ownerId, member: { accountId, role } };
}

/**
 * What an account is to a listing, the most that any membership says; null for nothing. Members are nothing to a suspended owner's listings.
 * @param listings the name of the table, or its alias
 */
export const listingRole = (accountId: number, listings = 'listings'): RawBuilder<ListingRole | null> => sql`(
  case when ${column(listings, 'owner_id')} = ${accountId} then 'owner'
  else (select m.role from listing_members m where ${isMembership(accountId, listings)}
    order by m.role <> 'manager' limit 1) end)`;

/** Matches the listings to which an account has a right. */
export function isAccessible(accountId: number, right: ListingRight, listings = 'listings'): RawBuilder<boolean> {
  const roles = LISTING_ROLES.filter((role) => role !== 'owner' && hasRight(role, right));
  return sql`(${column(listings, 'owner_id')} = ${accountId} or exists (
    select from listing_members m where ${isMembership(accountId, listings)} and m.role = any(${roles})))`;
}

/** The same for lists, which read the index of owners. */
export const isListedFor = (accountId: number, right: ListingRight, listings = 'listings'): RawBuilder<boolean> => sql`(
  ${column(listings, 'owner_id')} = any(array(
    select ${accountId}::bigint union all select owner_id from listing_members where account_id = ${accountId}))
  and ${isAccessible(accountId, right, listings)})`;

/**
 * A statement that answers the ids of the listings with which an account helps. Planned by itself, because a reader of a page of them
 * would otherwise look through all listings.
 */
export const helpedListingIds = (accountId: number): RawBuilder<{ id: number }> => sql`
  select distinct l.id from listing_members m join listings l on l.owner_id = m.owner_id
  where ${isMembership(accountId, 'l')} offset 0`;

const isMembership = (accountId: number, listings: string) => sql`
  m.account_id = ${accountId} and m.owner_id = ${column(listings, 'owner_id')}
  and (m.listing_id is null or m.listing_id = ${column(listings, 'id')}) and not ${column(listings, 'owner_suspended')}`;

const column = (table: string, name: string) => sql.ref(`${table}.${name}`);
