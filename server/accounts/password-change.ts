import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../db/schema.ts';
import { Conflict } from '../http/errors.ts';
import { recordAuditEvent } from './audit-log.ts';
import { hashPassword } from './passwords.ts';
import { verifyPassword } from './verify-password.ts';

/**
 * Changes the password of who is signed in. Every session of the account ends, and every link that could take it over.
 * @param openSession opens a new session for the asker, in the same transaction
 * @returns the address that is to hear of it, if there is one
 * @throws {Invalid} when the current password is not right
 */
export async function changePassword(
  db: Kysely<DB>,
  accountId: number,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  openSession: (trx: Transaction<DB>, accountId: number) => Promise<void>,
): Promise<string | null> {
  const account = await verifyPassword(db, accountId, currentPassword, 'currentPassword');
  const passwordHash = await hashPassword(newPassword);
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('id', '=', accountId)
      .where('password_hash', '=', account.password_hash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw new Conflict('Your password was changed elsewhere just now.');
    await revokeAccess(trx, accountId);
    await recordAuditEvent(trx, { kind: 'password-changed', accountId, username: account.username });
    await openSession(trx, accountId);
  });
  return account.email;
}

/** Whoever knew the old password is out: sessions end, links to a new password, and to an address that was to come. */
export async function revokeAccess(trx: Transaction<DB>, accountId: number): Promise<void> {
  await trx.deleteFrom('sessions').where('account_id', '=', accountId).execute();
  await trx
    .deleteFrom('mailed_links')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'reset-password')
    .execute();
  await trx.updateTable('accounts').set({ pending_email: null }).where('id', '=', accountId).execute();
}
