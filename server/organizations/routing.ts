import type { Kysely } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { BranchRouting } from '#contract/ownership/organizations.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import type { OrganizationKey } from './access.ts';

/**
 * Sets who is emailed of new messages to a branch.
 * @throws {NotFound} for a listing that is no branch of the organization
 * @throws {Invalid} for a member who does not manage the branch
 */
export async function routeLeads(
  db: Kysely<DB>,
  { id, ownerId, listingId }: OrganizationKey & { listingId: number },
  { leadRecipients, leadMemberId }: BranchRouting,
): Promise<void> {
  if (leadMemberId !== null) await requireManager(db, { ownerId, listingId, memberId: leadMemberId });
  const { numUpdatedRows } = await db
    .updateTable('organization_branches')
    .set({ lead_recipients: leadRecipients, lead_member_id: leadMemberId })
    .where('listing_id', '=', listingId)
    .where('organization_id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw listingNotFound();
}

async function requireManager(
  db: Kysely<DB>,
  { ownerId, listingId, memberId }: { ownerId: number; listingId: number; memberId: number },
) {
  const manager = await db
    .selectFrom('listing_members')
    .select('id')
    .where('id', '=', memberId)
    .where('owner_id', '=', ownerId)
    .where('role', '=', 'manager')
    .where((where) => where.or([where('listing_id', 'is', null), where('listing_id', '=', listingId)]))
    .executeTakeFirst();
  const message = t('Choose someone who manages this branch.');
  if (!manager) throw new Invalid(message, [{ path: 'leadMemberId', message }]);
}
