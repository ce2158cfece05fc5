import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { revokeAccess } from '#server/accounts/passwords/password-change.ts';
import { findFault, toPasswordOwner } from '#server/accounts/passwords/password-policy.ts';
import { hashPassword, passwordMatches } from '#server/accounts/passwords/passwords.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { roleOf } from '#server/platform/http/staff-role.ts';
import { recordAuditEvent } from './audit-log.ts';
import { resetSignInLimits } from './sign-in-limits.ts';

/**
 * Gives the administrator a new password, for an operator who has lost it or whose account was taken over: all sessions, reset
 * links and known devices end, and sign-in limits are lifted. A random password must be replaced at the next sign-in.
 * @param chosen the new password; a random one if it is omitted
 * @returns the username and the password, to be printed once
 * @throws {StartupError} when the password can be guessed or is the current one, or there is no administrator yet
 */
export async function resetAdministrator(
  db: Kysely<DB>,
  siteName: string,
  chosen?: string,
): Promise<{ username: string; password: string }> {
  const account = await db
    .selectFrom('accounts')
    .select([
      'id',
      'username',
      'username_key',
      'email',
      'business_name',
      'password_hash',
      roleOf('accounts.id').as('role'),
    ])
    .where('id', '=', 1)
    .executeTakeFirst();
  if (!account) throw new StartupError('There is no administrator yet: the first start of the site creates it.');
  const password = chosen ?? randomBytes(16).toString('base64url');
  const fault = findFault(password, toPasswordOwner(account), siteName);
  if (fault) throw new StartupError(fault);
  // Whoever took the account over knows the former password.
  if (await passwordMatches(account.password_hash, password))
    throw new StartupError('This is the password of the account already. Choose another one.');
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('accounts')
      .set({ password_hash: passwordHash, must_change_password: chosen === undefined })
      .where('id', '=', account.id)
      .execute();
    await revokeAccess(trx, account.id);
    await trx.deleteFrom('known_devices').where('account_id', '=', account.id).execute();
    await resetSignInLimits(trx, account.username_key);
    await recordAuditEvent(trx, {
      kind: 'password-reset',
      accountId: account.id,
      username: account.username,
      reason: 'npm run admin:reset',
    });
  });
  return { username: account.username, password };
}
