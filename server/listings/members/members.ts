import { type Kysely, sql } from 'kysely';
import type { Member, Membership } from '#contract/ownership/members.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** Who helps an account, by name; at most 50. */
export async function listMembers(db: Kysely<DB>, ownerId: number): Promise<Member[]> {
  const rows = await memberRows(db)
    .where('m.owner_id', '=', ownerId)
    .orderBy('a.username_key')
    .orderBy('m.id')
    .execute();
  return rows.map(({ id, username, recipient, role, since, listing_id, title }) => ({
    id,
    username,
    recipient,
    role,
    listing: toListingRef(listing_id, title),
    since: since.toISOString(),
  }));
}

/** Whom an account helps, the newest first; at most 50. */
export async function listMemberships(db: Kysely<DB>, accountId: number): Promise<Membership[]> {
  const rows = await memberRows(db).where('m.account_id', '=', accountId).orderBy('m.id', 'desc').execute();
  return rows.map(({ id, business, role, since, listing_id, title }) => ({
    id,
    role,
    business,
    listing: toListingRef(listing_id, title),
    since: since.toISOString(),
  }));
}

/** Memberships with both accounts, and the listing of those that are for one. */
export const memberRows = (db: Kysely<DB>) =>
  db
    .selectFrom('listing_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .innerJoin('accounts as owners', 'owners.id', 'm.owner_id')
    .leftJoin('listings as l', 'l.id', 'm.listing_id')
    .select(['m.id', 'm.account_id', 'm.owner_id', 'm.listing_id', 'm.role', 'm.recipient', 'm.since', 'l.title'])
    .select(['a.username', 'a.email', 'a.language', 'owners.email as owner_email', 'owners.language as owner_language'])
    .select(businessName('owners').as('business'));

/** How an account is named to those who help it: its business, else its username. */
export const businessName = (accounts: string) =>
  sql<string>`coalesce(${sql.ref(`${accounts}.business_name`)}, ${sql.ref(`${accounts}.username`)})`;

const toListingRef = (id: number | null, title: string | null) => (id === null ? null : { id, title: title ?? '' });
