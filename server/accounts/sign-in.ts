import type { Kysely, Transaction } from 'kysely';
import type { Login, User } from '#contract/accounts.ts';
import type { DB } from '../db/schema.ts';
import { Forbidden, Unauthorized } from '../http/errors.ts';
import { recordAuditEvent } from './audit-log.ts';
import { passwordMatches } from './passwords/passwords.ts';
import { countSignInAttempt, type SignInOrigin } from './sign-in-limits.ts';
import { usernameKey } from './unique-keys.ts';
import { toUser, USER_COLUMNS } from './user.ts';

/**
 * Signs in. An unknown username takes as long as a wrong password and has the same response.
 * @param openSession opens the session and makes the device known, in the transaction that verifies that the account has not changed
 * @throws {Unauthorized} 'Invalid username or password'
 * @throws {Forbidden} with the reason, when the account is suspended and the password is right
 * @throws {TooManyRequests} see `countSignInAttempt`
 */
export async function signIn(
  db: Kysely<DB>,
  { username, password, address, device }: Login & SignInOrigin,
  openSession: (trx: Transaction<DB>, accountId: number) => Promise<void>,
): Promise<User> {
  const key = usernameKey(username);
  const attempt = await countSignInAttempt(db, key, { address, device });

  const account = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'password_hash'])
    .where('username_key', '=', key)
    .executeTakeFirst();
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

  const { row, suspended } = await db.transaction().execute(async (trx) => {
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
      return { row, suspended: row.suspension_reason };
    }
    await attempt.reset(trx);
    await recordAuditEvent(trx, { kind: 'signed-in', ...who });
    await openSession(trx, row.id);
    return { row, suspended: null };
  });
  await attempt.refund();
  if (suspended !== null) throw new Forbidden(`Your account is suspended: ${suspended}`);
  return toUser(row);
}

const invalidCredentials = () => new Unauthorized('Invalid username or password');
