import type { Kysely, Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { type Recipient, toRecipient } from '#server/platform/mail/write-email.ts';
import { type PasswordPolicy, toPasswordOwner } from './password-policy.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { verifyPassword } from './verify-password.ts';

/**
 * Changes the password of the signed-in user. All sessions of the account end, and all links that could take it over stop working.
 * @param openSession opens a new session for the user, in the same transaction
 * @returns whom to notify, if there is an address
 * @throws {Invalid} when the current password is wrong, or the new one is the same or can be guessed
 */
export async function changePassword(
  db: Kysely<DB>,
  passwordPolicy: PasswordPolicy,
  { accountId, currentPassword, newPassword }: { accountId: number; currentPassword: string; newPassword: string },
  openSession: (trx: Transaction<DB>, accountId: number) => Promise<void>,
): Promise<Recipient | null> {
  const account = await verifyPassword(db, accountId, currentPassword, 'currentPassword');
  if (await passwordMatches(account.password_hash, newPassword)) throw samePassword('newPassword');
  await passwordPolicy.assertAcceptable(newPassword, toPasswordOwner(account), 'newPassword');
  const passwordHash = await hashPassword(newPassword);
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('accounts')
      .set({ password_hash: passwordHash, must_change_password: false })
      .where('id', '=', accountId)
      .where('password_hash', '=', account.password_hash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw new Conflict(t('Your password was just changed somewhere else.'));
    await revokeAccess(trx, accountId);
    await recordAuditEvent(trx, { kind: 'password-changed', accountId, username: account.username });
    await openSession(trx, accountId);
  });
  return toRecipient(account);
}

/** The error for a new password that is the current one: whoever knows that one would keep the account. */
export function samePassword(field: string) {
  const message = t('That’s already your password. Please choose a different one.');
  return new Invalid(message, [{ path: field, message }]);
}

/** Ends all access by the old password: sessions, password reset links and a pending change of email. */
export async function revokeAccess(trx: Transaction<DB>, accountId: number): Promise<void> {
  await trx.deleteFrom('sessions').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('pending_sign_ins').where('account_id', '=', accountId).execute();
  await trx
    .deleteFrom('mailed_links')
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['reset-password', 'sign-in'])
    .execute();
  await trx.updateTable('accounts').set({ pending_email: null }).where('id', '=', accountId).execute();
}
