import { sql, type Transaction } from 'kysely';
import { hasPermission, type Role } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Forbidden } from '#server/platform/http/errors.ts';
import { FIRST_ACCOUNT_ID, roleOf } from '#server/platform/http/staff-role.ts';

/**
 * Locks the roles of who acts and of the account that it is about, in the order of their numbers: of two administrators who act on
 * each other at once, the second finds that their role is gone. See docs/decisions/0098-invitations-to-the-staff.md.
 * @returns both roles as they are once they are locked
 */
export async function lockRoles(
  trx: Transaction<DB>,
  { id, by }: { id: number; by: number },
): Promise<{ acting: Role | null; member: Role | null }> {
  await trx
    .selectFrom('staff')
    .select('account_id')
    .where('account_id', 'in', [id, by])
    .orderBy('account_id')
    .forUpdate()
    .execute();
  const { rows } = await sql<{ id: number; role: Role | null }>`
    select a.id, ${roleOf('a.id')} as role from accounts a
    where a.id in (${id}, ${by}) and (a.is_active or a.id <> ${by})`.execute(trx);
  const roleIn = (accountId: number) => rows.find((row) => row.id === accountId)?.role ?? null;
  return { acting: roleIn(by), member: roleIn(id) };
}

/**
 * Makes sure until the end of the transaction that who acts may change the staff.
 * @throws {Forbidden} when that role was taken meanwhile
 */
export async function holdPermission(trx: Transaction<DB>, by: number): Promise<void> {
  if (by === FIRST_ACCOUNT_ID) return;
  // Not for update: administrators who invite others do not wait for each other, but who takes their role waits.
  await trx.selectFrom('staff').select('account_id').where('account_id', '=', by).forShare().execute();
  const { rows } = await sql<{ role: Role | null }>`
    select ${roleOf('a.id')} as role from accounts a where a.id = ${by} and a.is_active`.execute(trx);
  assertMayChangeStaff(rows[0]?.role ?? null);
}

/** @throws {Forbidden} for a role without the permission */
export function assertMayChangeStaff(role: Role | null): void {
  if (!hasPermission(role, 'staff')) throw new Forbidden(t('Your role doesn’t allow this.'));
}
