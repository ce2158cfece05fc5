import { type Kysely, type Selectable, sql } from 'kysely';
import { hasPermission, type Role } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB, ListingInvitations } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { hashToken } from '#server/platform/http/sessions.ts';
import { roleOf } from '#server/platform/http/staff-role.ts';

/** An invitation that is being answered. */
export type OpenInvitation = Selectable<ListingInvitations>;

/**
 * The invitation of a link, for whoever has the link.
 * @throws {Invalid} when it was answered, withdrawn, sent again or has expired, its owner is suspended, or who gives a listing of nobody
 *   may not do that any more
 */
export async function findOpenInvitation(db: Kysely<DB>, token: string): Promise<OpenInvitation> {
  const found = await db
    .selectFrom('listing_invitation_links as link')
    .innerJoin('listing_invitations as i', 'i.id', 'link.invitation_id')
    .innerJoin('accounts as inviter', 'inviter.id', 'i.invited_by')
    .selectAll('i')
    .select(roleOf('i.invited_by').as('inviter_role'))
    .where('link.token_hash', '=', hashToken(token))
    .where('i.expires_at', '>', sql<Date>`now()`)
    .where('inviter.is_active', '=', true)
    .executeTakeFirst();
  if (!found || (found.owner_id === null && !mayGive(found.inviter_role))) throw invalidInvitation();
  return found;
}

const mayGive = (role: Role | null) => hasPermission(role, 'claims');

export const invalidInvitation = () =>
  new Invalid(t('This invitation has expired, was withdrawn, or has already been used. Ask for a new one.'));
