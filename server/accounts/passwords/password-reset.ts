import { type Kysely, sql, type Transaction } from 'kysely';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import {
  createEmailToken,
  findAccountOfEmailToken,
  redeemEmailToken,
} from '#server/accounts/email-address/email-tokens.ts';
import type { PersonalData } from '#server/accounts/personal-data.ts';
import { emailKey } from '#server/accounts/unique-keys.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { roleOf } from '#server/platform/http/staff-role.ts';
import type { Recipient } from '#server/platform/mail/write-email.ts';
import { revokeAccess, samePassword } from './password-change.ts';
import { type PasswordPolicy, toPasswordOwner } from './password-policy.ts';
import { hashPassword, passwordMatches } from './passwords.ts';

interface ResetDeps {
  personalData: PersonalData[];
  /** Makes the device known to the account, in the same transaction: its owner can sign in whatever strangers tried. */
  rememberDevice: (trx: Transaction<DB>, accountId: number) => Promise<void>;
}

/** An emailed link to set a new password. */
export interface PasswordReset {
  to: string;
  token: string;
  /** With which the account signs in. */
  username: string;
  language: string;
}

/**
 * Creates a link to set a new password, valid for 30 minutes or until one of the account's is used.
 * @returns null if no account has that address
 */
export async function requestPasswordReset(db: Kysely<DB>, email: string): Promise<PasswordReset | null> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'language'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  if (!account?.email) return null;
  const to = account.email;
  const token = await db
    .transaction()
    .execute((trx) => createEmailToken(trx, { accountId: account.id, kind: 'reset-password', email: to }));
  return { to, token, username: account.username, language: account.language };
}

/**
 * Sets a new password by an emailed link. All sessions and other reset links of the account end, and its email is confirmed. If that is
 * for the first time, somebody else may have registered with the address: everything else that lets anybody in ends too.
 * See docs/decisions/0140-an-unconfirmed-email-is-not-the-owners.md.
 * @returns whom to notify
 * @throws {Invalid} when the link is not valid any more, or the password is the current one or can be guessed; the link then works on
 */
export async function resetPassword(
  db: Kysely<DB>,
  passwordPolicy: PasswordPolicy,
  { token, password }: { token: string; password: string },
  { personalData, rememberDevice }: ResetDeps,
): Promise<Recipient & { username: string }> {
  await assertNewPassword(db, passwordPolicy, await findAccountOfEmailToken(db, 'reset-password', token), password);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    const { accountId, email } = await redeemEmailToken(trx, 'reset-password', token);
    const { username, language, email_confirmed_at } = await trx
      .selectFrom('accounts')
      .select(['username', 'language', 'email_confirmed_at'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('accounts')
      .set({
        password_hash: passwordHash,
        must_change_password: false,
        email_confirmed_at: sql`coalesce(email_confirmed_at, now())`,
      })
      .where('id', '=', accountId)
      .execute();
    await revokeAccess(trx, accountId);
    if (email_confirmed_at === null) await revokeStrangersAccess(trx, accountId, personalData);
    await rememberDevice(trx, accountId);
    await recordAuditEvent(trx, { kind: 'password-reset', accountId, username });
    return { email, language, username };
  });
}

/** Ends what whoever registered with the address may have left in the account to come back. */
export async function revokeStrangersAccess(trx: Transaction<DB>, accountId: number, personalData: PersonalData[]) {
  await trx.deleteFrom('known_devices').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('mailed_links').where('account_id', '=', accountId).execute();
  for (const noun of personalData) await noun.revokeAccess?.(trx, accountId);
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
