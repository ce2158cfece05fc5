import { type Kysely, sql, type Transaction } from 'kysely';
import { INVITATION_DAYS, type InvitationForm } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { type AuditEvent, recordAuditEvent } from '#server/accounts/audit-log.ts';
import { emailKey } from '#server/accounts/unique-keys.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { roleOf } from '#server/platform/http/staff-role.ts';
import { sendInvitation } from './invitation-email.ts';
import { holdPermission } from './permission.ts';
import type { StaffDeps } from './staff-deps.ts';

const INVITATION_RATE_LIMIT: RateLimit = { limit: 30, windowSeconds: 60 * 60 };
// An administrator sees for a while that nobody answered.
const DAYS_AFTER_EXPIRY = 7;

const expiry = sql<Date>`now() + make_interval(days => ${sql.lit(INVITATION_DAYS)})`;

/**
 * Invites somebody to the staff by email. Replaces an expired invitation of the address.
 * @param by the administrator
 * @throws {Conflict} when the address belongs to a member of the staff or to a suspended account, or has an invitation
 * @throws {TooManyRequests} after 30 invitations in an hour
 */
export async function invite(
  db: Kysely<DB>,
  { email, role, reason, by }: InvitationForm & { by: number },
  deps: StaffDeps,
): Promise<void> {
  await consumeRateLimit(db, `invite:${by}`, INVITATION_RATE_LIMIT);
  await db.transaction().execute(async (trx) => {
    await holdPermission(trx, by);
    await assertInvitable(trx, email);
    const invitation = { email, role, reason, invited_by: by, sent_at: sql<Date>`now()`, expires_at: expiry };
    const row = await trx
      .insertInto('staff_invitations')
      .values({ ...invitation, email_key: emailKey(email) })
      .onConflict((conflict) =>
        conflict
          .column('email_key')
          .doUpdateSet(invitation)
          .where('staff_invitations.expires_at', '<=', sql<Date>`now()`),
      )
      .returning('id')
      .executeTakeFirst();
    if (!row) throw refused(t('This address already has an invitation. Send it again, or withdraw it first.'));
    await sendInvitation(trx, row.id, deps);
    await record(trx, { kind: 'staff-invited', email, by, reason, after: { invitation: row.id, role } });
  });
}

/**
 * Sends an invitation again, in the name of who asks for it: the former link stops working.
 * @throws {NotFound} when it was accepted or withdrawn
 * @throws {TooManyRequests} after 30 invitations in an hour
 */
export async function resendInvitation(
  db: Kysely<DB>,
  { id, by }: { id: number; by: number },
  deps: StaffDeps,
): Promise<void> {
  await consumeRateLimit(db, `invite:${by}`, INVITATION_RATE_LIMIT);
  await db.transaction().execute(async (trx) => {
    await holdPermission(trx, by);
    const row = await trx
      .updateTable('staff_invitations')
      .set({ invited_by: by, sent_at: sql<Date>`now()`, expires_at: expiry })
      .where('id', '=', id)
      .returning(['email', 'role', 'reason'])
      .executeTakeFirst();
    if (!row) throw invitationGone();
    const { email, role, reason } = row;
    await sendInvitation(trx, id, deps);
    await record(trx, { kind: 'invitation-resent', email, by, reason, after: { invitation: id, role } });
  });
}

/**
 * Withdraws an invitation: its link stops working.
 * @throws {NotFound} when it was accepted or withdrawn
 */
export function withdrawInvitation(
  db: Kysely<DB>,
  { id, reason, by }: { id: number; reason: string; by: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await holdPermission(trx, by);
    const row = await trx
      .deleteFrom('staff_invitations')
      .where('id', '=', id)
      .returning(['email', 'role'])
      .executeTakeFirst();
    if (!row) throw invitationGone();
    const { email, role } = row;
    await record(trx, { kind: 'invitation-withdrawn', email, by, reason, before: { invitation: id, role } });
  });
}

/** Deletes invitations a week after they expired. Runs hourly. */
export async function deleteOldInvitations(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from staff_invitations where expires_at <= now() - make_interval(days => ${sql.lit(DAYS_AFTER_EXPIRY)})`.execute(
    db,
  );
}

async function assertInvitable(trx: Transaction<DB>, email: string) {
  const account = await findByEmail(trx, email);
  if (account?.role)
    throw refused(t('{name} is already on the team. Change the role in the list.', { name: account.username }));
  if (account && !account.is_active)
    throw refused(t('The account {name} is suspended. Activate it first.', { name: account.username }));
}

const findByEmail = (trx: Transaction<DB>, email: string) =>
  trx
    .selectFrom('accounts')
    .select(['id', 'username', 'is_active', roleOf('accounts.id').as('role')])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();

/** The audit log has no addresses: an invitation of somebody without an account has its number. */
async function record(
  trx: Transaction<DB>,
  {
    email,
    by,
    ...event
  }: Pick<AuditEvent, 'reason' | 'before' | 'after'> & {
    kind: 'staff-invited' | 'invitation-resent' | 'invitation-withdrawn';
    email: string;
    by: number;
  },
) {
  const account = await findByEmail(trx, email);
  await recordAuditEvent(trx, {
    ...event,
    accountId: account?.id ?? null,
    username: account?.username ?? null,
    actorId: by,
  });
}

const refused = (message: string) => new Conflict(message, [{ path: 'email', message }]);
const invitationGone = () => new NotFound(t('This invitation was accepted or withdrawn.'));
