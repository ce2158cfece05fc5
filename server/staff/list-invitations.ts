import { type Kysely, sql } from 'kysely';
import type { StaffInvitation } from '#contract/admin/staff.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** Invitations that were neither accepted nor withdrawn, newest first. */
export async function listInvitations(db: Kysely<DB>): Promise<StaffInvitation[]> {
  const rows = await db
    .selectFrom('staff_invitations as i')
    .innerJoin('accounts', 'accounts.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'role', 'reason', 'invited_by', 'username', 'sent_at', 'expires_at'])
    .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
    .orderBy('i.id', 'desc')
    .execute();
  return rows.map(({ id, email, role, reason, ...row }) => ({
    id,
    email,
    role,
    reason,
    invitedBy: { id: row.invited_by, username: row.username },
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isExpired: row.is_expired,
  }));
}
