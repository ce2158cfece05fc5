import { type Kysely, type RawBuilder, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { hasRight, type ListingRight, type ListingRole } from '#contract/ownership/members.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';

/** An organization, and the account that owned it when it was asked for. */
export interface OrganizationKey {
  id: number;
  ownerId: number;
  role: ListingRole;
}

/**
 * The right of an account to an organization: its owner may do everything, who manages all listings of the owner may edit, who may view
 * all of them may read. Helpers have no right while the owner is suspended. See docs/decisions/0161-branches-are-listings-of-one-owner.md.
 * @throws {NotFound} for one that the account may not know of, or has not this right to
 */
export async function requireOrganization(
  db: Kysely<DB>,
  { accountId, id }: { accountId: number; id: number },
  right: ListingRight,
): Promise<OrganizationKey> {
  const found = await db
    .selectFrom('organizations as o')
    .select(['o.owner_id', organizationRole(accountId).as('role')])
    .where('o.id', '=', id)
    .executeTakeFirst();
  if (!found?.role || !hasRight(found.role, right)) throw organizationNotFound();
  return { id, ownerId: found.owner_id, role: found.role };
}

/** What an account is to an organization `o`; null for nothing. */
export const organizationRole = (accountId: number): RawBuilder<ListingRole | null> => sql`(
  case when o.owner_id = ${accountId} then 'owner' else (
    select m.role from listing_members m join accounts a on a.id = m.owner_id
    where m.account_id = ${accountId} and m.owner_id = o.owner_id and m.listing_id is null and a.is_active) end)`;

export const organizationNotFound = () => new NotFound(t('This business doesn’t exist.'));
