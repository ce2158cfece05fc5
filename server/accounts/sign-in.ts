import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Login, User } from '#contract/accounts.ts';
import type { DB } from '../db/schema.ts';
import { Forbidden, Unauthorized } from '../http/errors.ts';
import { consumeRateLimit, resetRateLimit } from '../http/rate-limit.ts';
import { recordAuditEvent } from './audit-log.ts';
import { passwordMatches } from './passwords.ts';
import { usernameKey } from './unique-keys.ts';
import { toUser, USER_COLUMNS } from './user.ts';

const QUARTER_HOUR_SECONDS = 15 * 60;
const HOUR_SECONDS = 60 * 60;
const KNOWN_ADDRESS_DAYS = 30;

const SIGN_IN_RATE_LIMIT = { limit: 10, windowSeconds: QUARTER_HOUR_SECONDS };
const ACCOUNT_RATE_LIMIT = { limit: 100, windowSeconds: HOUR_SECONDS };
// Limits password spraying: one password tried with many usernames.
const IP_RATE_LIMIT = { limit: 300, windowSeconds: QUARTER_HOUR_SECONDS };

/**
 * Signs in. An unknown username takes as long as a wrong password and has the same response.
 * @param address the client's, from `getClientAddress`
 * @param openSession opens the session, in the transaction that verifies that the account has not changed
 * @throws {Unauthorized} 'Invalid username or password'
 * @throws {Forbidden} with the reason, when the account is suspended and the password is right
 * @throws {TooManyRequests} after 10 tries in 15 minutes from this address, or 100 in an hour from addresses where the account
 *   has not been signed in recently, so that an attacker cannot lock out the owner
 */
export async function signIn(
  db: Kysely<DB>,
  { username, password, address }: Login & { address: string },
  openSession: (trx: Transaction<DB>, accountId: number) => Promise<void>,
): Promise<User> {
  const key = usernameKey(username);
  const limitKeys = rateLimitKeys(key, address);
  await consumeRateLimit(db, `sign-in-from:${address}`, IP_RATE_LIMIT);
  await consumeRateLimit(db, limitKeys.here, SIGN_IN_RATE_LIMIT);
  if (!(await isKnownAddress(db, limitKeys.known))) await consumeRateLimit(db, limitKeys.anywhere, ACCOUNT_RATE_LIMIT);

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
    await resetRateLimit(trx, limitKeys.here);
    await rememberAddress(trx, limitKeys.known);
    await recordAuditEvent(trx, { kind: 'signed-in', ...who });
    await openSession(trx, row.id);
    return { row, suspended: null };
  });
  if (suspended !== null) throw new Forbidden(`Your account is suspended: ${suspended}`);
  return toUser(row);
}

/** Call it after the owner has proved access to the email: resets the sign-in limit for this address. */
export async function recordSignIn(trx: Transaction<DB>, username: string, address: string): Promise<void> {
  const limitKeys = rateLimitKeys(usernameKey(username), address);
  await resetRateLimit(trx, limitKeys.here);
  await rememberAddress(trx, limitKeys.known);
}

const invalidCredentials = () => new Unauthorized('Invalid username or password');

/** A digest, so that a username of any length fits and none is stored. */
function rateLimitKeys(key: string, address: string) {
  const who = createHash('sha256').update(key).digest('base64url');
  return {
    here: `sign-in:${who}:${address}`,
    anywhere: `sign-in:${who}`,
    known: `sign-in-known:${who}:${address}`,
  };
}

async function isKnownAddress(db: Kysely<DB>, key: string): Promise<boolean> {
  const found = await db
    .selectFrom('limits')
    .select('key')
    .where('key', '=', key)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

async function rememberAddress(db: Kysely<DB>, key: string) {
  await sql`
    insert into limits (key, hits, ends_at) values (${key}, 1, now() + make_interval(days => ${KNOWN_ADDRESS_DAYS}))
    on conflict (key) do update set ends_at = excluded.ends_at`.execute(db);
}
