import { type Kysely, sql, type Transaction } from 'kysely';
import type { Login, User } from '#contract/accounts.ts';
import type { PendingSignIn } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { passwordMatches } from '#server/accounts/passwords/passwords.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Forbidden, Unauthorized } from '#server/platform/http/errors.ts';
import type { Verification } from '#server/platform/http/sessions.ts';
import { recordAuditEvent } from './audit-log.ts';
import type { SecondFactor } from './second-factor.ts';
import { countSignInAttempt, type SignInOrigin } from './sign-in-limits.ts';
import { emailKey, usernameKey } from './unique-keys.ts';
import { toUser, USER_COLUMNS } from './user.ts';

/** Opens the session of an account and makes the device known, in the transaction that verifies that the account has not changed. */
export type OpenSession = (
  trx: Transaction<DB>,
  accountId: number,
  verification: Verification,
) => Promise<{ isNewDevice: boolean }>;

/** What a right password leads to: a session, or the question for a second factor. */
export interface SignInResult {
  user: User;
  pending: PendingSignIn | null;
  isNewDevice: boolean;
}

/**
 * Signs in by username or email, or begins to where the account has a second factor. An unknown one takes as long as a wrong password and has
 * the same response.
 * @throws {Unauthorized} 'Invalid username or password'
 * @throws {Forbidden} with the reason, when the account is suspended and the password is right
 * @throws {TooManyRequests} see `countSignInAttempt`
 */
export async function signIn(
  db: Kysely<DB>,
  { username, password, address, device }: Login & SignInOrigin,
  { openSession, secondFactor }: { openSession: OpenSession; secondFactor: SecondFactor },
): Promise<SignInResult> {
  const account = await findAccount(db, username);
  const attempt = await countSignInAttempt(db, account?.username_key ?? usernameKey(username), { address, device });
  const isRight = await passwordMatches(account?.password_hash ?? null, password);
  if (!account || !isRight) {
    // Without the input: people type their password into the wrong field.
    await recordAuditEvent(db, {
      kind: 'sign-in-failed',
      accountId: account?.id ?? null,
      username: account?.username ?? null,
    });
    throw invalidCredentials();
  }

  const { row, suspended, ...result } = await db.transaction().execute(async (trx) => {
    // Locks the account, which can have been suspended or got another password during the check.
    const row = await trx
      .selectFrom('accounts')
      .select([...USER_COLUMNS, 'is_active', 'suspension_reason'])
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .forShare()
      .executeTakeFirst();
    if (!row) throw invalidCredentials();
    const who = { accountId: row.id, username: row.username };
    if (!row.is_active) {
      await recordAuditEvent(trx, { kind: 'sign-in-failed', ...who, reason: 'suspended' });
      return { row, suspended: row.suspension_reason, pending: null, isNewDevice: false };
    }
    await attempt.reset(trx);
    const pending = await secondFactor.beginSignIn(trx, row.id);
    if (pending) return { row, suspended: null, pending, isNewDevice: false };
    await recordAuditEvent(trx, { kind: 'signed-in', ...who });
    const { isNewDevice } = await openSession(trx, row.id, { by: 'password' });
    return { row, suspended: null, pending: null, isNewDevice };
  });
  await attempt.refund();
  if (suspended !== null) throw new Forbidden(t('Your account is suspended: {reason}', { reason: suspended }));
  return { user: toUser(row), ...result };
}

/**
 * The account of a username or email. An account whose email is confirmed comes before one that was named after that email, so that
 * nobody can take its sign-in.
 */
const findAccount = (db: Kysely<DB>, name: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'username', 'username_key', 'password_hash'])
    .where((where) =>
      where.or([where('username_key', '=', usernameKey(name)), where('email_key', '=', emailKey(name))]),
    )
    .orderBy(sql`email_key is not distinct from ${emailKey(name)} and email_confirmed_at is not null`, 'desc')
    .orderBy(sql`username_key = ${usernameKey(name)}`, 'desc')
    .limit(1)
    .executeTakeFirst();

const invalidCredentials = () => new Unauthorized(t('Invalid username or password'));
