import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { roleOf } from '../../http/staff-role.ts';
import type { Recipient } from '../../mail/write-email.ts';
import { recordAuditEvent } from '../audit-log.ts';
import { createEmailToken, findAccountOfEmailToken, redeemEmailToken } from '../email-address/email-tokens.ts';
import { emailKey } from '../unique-keys.ts';
import { revokeAccess, samePassword } from './password-change.ts';
import { type PasswordPolicy, toPasswordOwner } from './password-policy.ts';
import { hashPassword, passwordMatches } from './passwords.ts';

/**
 * Creates a link to set a new password, valid for 30 minutes or until one of the account's is used.
 * @returns the token, the address to send it to and the language of the email; null if no account has that address
 */
export async function requestPasswordReset(
  db: Kysely<DB>,
  email: string,
): Promise<{ to: string; token: string; language: string } | null> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'language'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  if (!account?.email) return null;
  const to = account.email;
  const token = await db
    .transaction()
    .execute((trx) => createEmailToken(trx, { accountId: account.id, kind: 'reset-password', email: to }));
  return { to, token, language: account.language };
}

/**
 * Sets a new password by an emailed link. All sessions and other reset links of the account end, and its email is confirmed.
 * @param rememberDevice makes the device known to the account, in the same transaction: its owner can sign in whatever strangers tried
 * @returns whom to notify
 * @throws {Invalid} when the link is not valid any more, or the password is the current one or can be guessed; the link then works on
 */
export async function resetPassword(
  db: Kysely<DB>,
  passwordPolicy: PasswordPolicy,
  { token, password }: { token: string; password: string },
  rememberDevice: (trx: Transaction<DB>, accountId: number) => Promise<void>,
): Promise<Recipient> {
  await assertNewPassword(db, passwordPolicy, await findAccountOfEmailToken(db, 'reset-password', token), password);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    const { accountId, email } = await redeemEmailToken(trx, 'reset-password', token);
    const { username, language } = await trx
      .updateTable('accounts')
      .set({
        password_hash: passwordHash,
        must_change_password: false,
        email_confirmed_at: sql`coalesce(email_confirmed_at, now())`,
      })
      .where('id', '=', accountId)
      .returning(['username', 'language'])
      .executeTakeFirstOrThrow();
    await revokeAccess(trx, accountId);
    await rememberDevice(trx, accountId);
    await recordAuditEvent(trx, { kind: 'password-reset', accountId, username });
    return { email, language };
  });
}

async function assertNewPassword(db: Kysely<DB>, policy: PasswordPolicy, accountId: number, password: string) {
  const account = await db
    .selectFrom('accounts')
    .select(['username', 'email', 'business_name', 'password_hash', roleOf('accounts.id').as('role')])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (await passwordMatches(account.password_hash, password)) throw samePassword('password');
  await policy.assertAcceptable(password, toPasswordOwner(account), 'password');
}
