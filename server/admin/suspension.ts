import type { Kysely, Transaction } from 'kysely';
import { hasPermission, type Role } from '#contract/admin/roles.ts';
import type { AdminUser } from '#contract/admin/users.ts';
import { t } from '#contract/i18n/t.ts';
import { hideAccountListings, showAccountListings } from '#server/listings/lifecycle/ownership.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Forbidden, NotFound } from '#server/platform/http/errors.ts';
import { FIRST_ACCOUNT_ID } from '#server/platform/http/staff-role.ts';
import { SEARCH_KEY } from '#server/search/cache-for-seconds.ts';
import { authorizeDecision, recordDecision } from '#server/staff/decisions.ts';
import { lockRoles } from '#server/staff/permission.ts';
import { takeRole } from '#server/staff/role-change.ts';
import { ADMIN_USER_COLUMNS, toAdminUser } from './users.ts';

/**
 * Suspends an account in one transaction: ends its sessions, hides its listings from visitors, and adds an entry to the
 * audit log. Effective in every process for all later requests.
 * See docs/decisions/0014-lists-read-one-table.md. A member of the staff loses their role, so that activating the account does
 * not give it back.
 * @param by the account of a member of the staff
 * @throws {NotFound} 'User not found'
 * @throws {Conflict} when it is suspended already; the first reason is not overwritten
 * @throws {Forbidden} for account 1, for oneself, and for a member of the staff unless by an administrator
 */
export async function suspend(
  db: Kysely<DB>,
  { id, reason, by }: { id: number; reason: string; by: number },
): Promise<AdminUser> {
  if (id === FIRST_ACCOUNT_ID) throw new Forbidden(t('The administrator cannot be suspended.'));
  if (id === by) throw new Forbidden(t('You can’t suspend yourself.'));
  return db.transaction().execute(async (trx) => {
    // Locked first: whoever accepts an invitation to the staff meanwhile is on it before this, or is refused after it.
    await trx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute();
    const role = await removeFromStaff(trx, { id, by });
    const permit = await authorizeDecision(trx, { kind: 'suspended', by, accounts: [id] });
    const account = await trx
      .updateTable('accounts')
      .set({ is_active: false, suspended_at: new Date(), suspension_reason: reason, suspended_by: by })
      .where('id', '=', id)
      .where('is_active', '=', true)
      .returning(ADMIN_USER_COLUMNS)
      .executeTakeFirst();
    if (!account) throw await conflictOrNotFound(trx, id, t('This account is already suspended'));
    await revokeSessions(trx, id);
    await hideAccountListings(trx, id);
    await invalidate(trx, [SEARCH_KEY]);
    await recordDecision(trx, permit, {
      kind: 'suspended',
      accountId: id,
      username: account.username,
      reason,
      before: { status: 'active', ...(role && { role }) },
      after: { status: 'suspended', ...(role && { role: null }) },
    });
    return toAdminUser(account);
  });
}

/**
 * Activates a suspended account: it can sign in, and its listings are visible again.
 * @param by the administrator's account
 * @throws {NotFound} 'User not found'
 * @throws {Conflict} when it is active
 * @throws {Forbidden} see `authorizeDecision`
 */
export async function activate(db: Kysely<DB>, { id, by }: { id: number; by: number }): Promise<AdminUser> {
  return db.transaction().execute(async (trx) => {
    const permit = await authorizeDecision(trx, { kind: 'activated', by, accounts: [id], ref: id });
    const account = await trx
      .updateTable('accounts')
      .set({ is_active: true, suspended_at: null, suspension_reason: null, suspended_by: null })
      .where('id', '=', id)
      .where('is_active', '=', false)
      .returning(ADMIN_USER_COLUMNS)
      .executeTakeFirst();
    if (!account) throw await conflictOrNotFound(trx, id, t('This account is active'));
    // A sign-in concurrent with the suspension may have created a session.
    await revokeSessions(trx, id);
    await showAccountListings(trx, id);
    await recordDecision(trx, permit, {
      kind: 'activated',
      accountId: id,
      username: account.username,
      before: { status: 'suspended' },
      after: { status: 'active' },
    });
    return toAdminUser(account);
  });
}

/** Takes the role of an account, and returns it if it had one. */
async function removeFromStaff(trx: Transaction<DB>, { id, by }: { id: number; by: number }): Promise<Role | null> {
  const { acting, member } = await lockRoles(trx, { id, by });
  if (!hasPermission(acting, 'accounts')) throw new Forbidden(t('Your role doesn’t allow this.'));
  if (member === null) return null;
  if (!hasPermission(acting, 'staff'))
    throw new Forbidden(t('Only an administrator can suspend a member of the site’s team.'));
  await takeRole(trx, id);
  return member;
}

const revokeSessions = (trx: Transaction<DB>, accountId: number) =>
  trx.deleteFrom('sessions').where('account_id', '=', accountId).execute();

/** The reason why the account is not in the expected state. */
async function conflictOrNotFound(trx: Transaction<DB>, id: number, conflict: string) {
  const there = await trx.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst();
  return there ? new Conflict(conflict) : new NotFound(t('User not found'));
}
