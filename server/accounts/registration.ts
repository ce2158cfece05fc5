import { type Kysely, sql, type Transaction } from 'kysely';
import type { Registration, User } from '#contract/accounts.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { createEmailToken } from '#server/accounts/email-address/email-tokens.ts';
import { toUsernameSkeleton } from '#server/accounts/names/username-skeletons.ts';
import type { PasswordPolicy } from '#server/accounts/passwords/password-policy.ts';
import { hashPassword } from '#server/accounts/passwords/passwords.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { toMailbox } from '#server/platform/mail/mailbox.ts';
import { recordAuditEvent } from './audit-log.ts';
import type { OpenSession } from './sign-in.ts';
import { emailKey, usernameKey } from './unique-keys.ts';
import { toUser, USER_COLUMNS } from './user.ts';

/**
 * Creates an account with an unconfirmed email, and opens its first session. Its id is the next one, never 1.
 * See docs/decisions/0020-registration-reveals-taken-emails.md.
 * @param language of its emails
 * @returns the account, and the token of the confirmation link
 * @throws {Invalid} when the password can be guessed
 * @throws {Conflict} when the username or the email is taken; `issues` names which
 */
export async function register(
  db: Kysely<DB>,
  passwordPolicy: PasswordPolicy,
  { businessName, email, username, password, language }: Omit<Registration, 'confirmPassword'> & { language: Language },
  openSession: OpenSession,
): Promise<{ user: User; email: string; token: string }> {
  await passwordPolicy.assertAcceptable(password, { role: null, username, email, businessName }, 'password');
  await assertAvailable(db, { username, email });
  const passwordHash = await hashPassword(password);
  const created = await db.transaction().execute(async (trx) => {
    const row = await insertAccount(trx, {
      businessName,
      email,
      username,
      passwordHash,
      language,
      isEmailConfirmed: false,
    });
    if (!row) return null;
    await openSession(trx, row.id, { by: 'password' });
    await recordAuditEvent(trx, { kind: 'signed-in', accountId: row.id, username: row.username });
    const token = await createEmailToken(trx, { accountId: row.id, kind: 'confirm-email', email });
    return { user: row, email, token };
  });
  if (created) return created;
  // Another registration committed while the password was hashed.
  await assertAvailable(db, { username, email });
  throw new Conflict(t('That username is taken'), [{ path: 'username', message: t('That username is taken') }]);
}

/** Adds an account, with an entry in the audit log; null if its username or email was taken meanwhile. */
export async function insertAccount(
  trx: Transaction<DB>,
  account: {
    businessName: string | null;
    email: string;
    username: string;
    passwordHash: string;
    language: Language;
    isEmailConfirmed: boolean;
  },
): Promise<User | null> {
  const row = await trx
    .insertInto('accounts')
    .values({
      username: account.username.normalize('NFC'),
      username_key: usernameKey(account.username),
      username_skeleton: toUsernameSkeleton(account.username),
      email: account.email,
      email_key: emailKey(account.email),
      mailbox: toMailbox(account.email),
      email_confirmed_at: account.isEmailConfirmed ? sql`now()` : null,
      business_name: account.businessName,
      password_hash: account.passwordHash,
      language: account.language,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(USER_COLUMNS)
    .executeTakeFirst();
  if (!row) return null;
  await recordAuditEvent(trx, { kind: 'registered', accountId: row.id, username: row.username });
  return toUser(row);
}

/** @throws {Conflict} when the username or the email is taken, or the username looks like another one; `issues` names which */
export async function assertAvailable(db: Kysely<DB>, { username, email }: { username: string; email: string }) {
  const keys = { username: usernameKey(username), skeleton: toUsernameSkeleton(username), email: emailKey(email) };
  const found = await db
    .selectFrom('accounts')
    .select(['username_key', 'username_skeleton', 'email_key'])
    .where((or) =>
      or.or([
        or('username_key', '=', keys.username),
        or('username_skeleton', '=', keys.skeleton),
        or('email_key', '=', keys.email),
      ]),
    )
    .execute();
  const issues: { path: string; message: string }[] = [];
  if (found.some(({ username_key }) => username_key === keys.username))
    issues.push({ path: 'username', message: t('That username is taken') });
  else if (found.some(({ username_skeleton }) => username_skeleton === keys.skeleton))
    issues.push({
      path: 'username',
      message: t('That username looks like another one. Please choose a different one.'),
    });
  if (found.some(({ email_key }) => email_key === keys.email))
    issues.push({ path: 'email', message: t('There’s already an account with that email') });
  const [first] = issues;
  if (first) throw new Conflict(first.message, issues);
}
