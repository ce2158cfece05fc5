import { type Kysely, sql } from 'kysely';
import type { Role } from '#contract/admin/roles.ts';
import type { FoundInvitation } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { hashToken } from '#server/platform/http/sessions.ts';

/**
 * The invitation of a link, for whoever has the link.
 * @throws {Invalid} when it was accepted, withdrawn, sent again or has expired
 */
export async function findInvitation(db: Kysely<DB>, token: string): Promise<FoundInvitation> {
  const found = await db
    .selectFrom('staff_invitation_links as link')
    .innerJoin('staff_invitations as i', 'i.id', 'link.invitation_id')
    .innerJoin('accounts as inviter', 'inviter.id', 'i.invited_by')
    .leftJoin('accounts as invited', 'invited.email_key', 'i.email_key')
    .select(['i.email', 'i.role', 'inviter.username', 'i.expires_at', 'invited.id as account_id'])
    .where('link.token_hash', '=', hashToken(token))
    .where('i.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!found) throw invalidInvitation();
  return {
    email: found.email,
    role: found.role,
    invitedBy: found.username,
    expiresAt: found.expires_at.toISOString(),
    hasAccount: found.account_id !== null,
  };
}

/** An invitation that is being accepted. */
export interface Invitation {
  id: number;
  email: string;
  role: Role;
  invited_by: number;
}

/** The answer for a link that works no more. */
export const invalidInvitation = () =>
  new Invalid(t('This invitation has expired, was withdrawn, or has already been used. Ask for a new one.'));
