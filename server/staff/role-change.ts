import { type Kysely, sql, type Transaction } from 'kysely';
import type { Role } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Forbidden, NotFound } from '#server/platform/http/errors.ts';
import { FIRST_ACCOUNT_ID } from '#server/platform/http/staff-role.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { roleChangedEmail } from './emails.ts';
import { assertMayChangeStaff, lockRoles } from './permission.ts';
import type { StaffDeps } from './staff-deps.ts';

/** A change of somebody's role. */
interface Change {
  /** The account whose role changes. */
  id: number;
  reason: string;
  /** The account of the administrator. */
  by: number;
}

/**
 * Gives a member of the staff another role, from the next request on. Notifies the member.
 * @throws {Forbidden} for account 1 and for oneself
 * @throws {NotFound} when the account is not on the staff
 * @throws {Conflict} when it has the role already
 */
export function changeRole(
  db: Kysely<DB>,
  { id, role, reason, by }: Change & { role: Role },
  deps: StaffDeps,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const former = await lockMember(trx, { id, by });
    if (former === role) throw new Conflict(t('They already have this role.'));
    await trx
      .updateTable('staff')
      .set({ role, since: sql<Date>`now()`, given_by: by })
      .where('account_id', '=', id)
      .execute();
    await withdrawInvitationsBy(trx, id);
    await record(trx, { kind: 'role-changed', id, reason, by, former, role }, deps);
  });
}

/**
 * Removes a member from the staff: they keep their account. Notifies the member.
 * @throws {Forbidden} for account 1 and for oneself
 * @throws {NotFound} when the account is not on the staff
 */
export function removeMember(db: Kysely<DB>, { id, reason, by }: Change, deps: StaffDeps): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const former = await lockMember(trx, { id, by });
    await takeRole(trx, id);
    await record(trx, { kind: 'staff-removed', id, reason, by, former, role: null }, deps);
  });
}

/** Takes the role of an account, and with it the invitations that it sent. Call it with the role locked (`lockRoles`). */
export async function takeRole(trx: Transaction<DB>, id: number): Promise<void> {
  await trx.deleteFrom('staff').where('account_id', '=', id).execute();
  await withdrawInvitationsBy(trx, id);
}

/** The links of invitations by somebody who may no longer invite do not work. */
async function withdrawInvitationsBy(trx: Transaction<DB>, id: number) {
  await trx.deleteFrom('staff_invitations').where('invited_by', '=', id).execute();
}

/** Locks the role of a member, who is neither account 1 nor who acts. */
async function lockMember(trx: Transaction<DB>, { id, by }: { id: number; by: number }): Promise<Role> {
  if (id === FIRST_ACCOUNT_ID) throw new Forbidden(t('The first account is always an administrator.'));
  if (id === by) throw new Forbidden(t('You can’t change your own role. Another administrator has to.'));
  const { acting, member } = await lockRoles(trx, { id, by });
  assertMayChangeStaff(acting);
  if (member === null) throw new NotFound(t('They’re not on the team anymore.'));
  return member;
}

interface RoleEvent {
  kind: 'role-changed' | 'staff-removed';
  former: Role;
  role: Role | null;
}

async function record(
  trx: Transaction<DB>,
  { kind, id, reason, by, former, role }: Change & RoleEvent,
  { jobs, site }: StaffDeps,
) {
  const { username, email, language } = await trx
    .selectFrom('accounts')
    .select(['username', 'email', 'language'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const facts = { before: { role: former }, after: { role } };
  await recordAuditEvent(trx, { kind, accountId: id, username, actorId: by, reason, ...facts });
  if (email !== null)
    await jobs.enqueueEmail(
      trx,
      writeEmail(language, () => roleChangedEmail(site, email, role)),
    );
}
