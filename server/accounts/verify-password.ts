import type { Kysely } from 'kysely';
import type { DB } from '../db/schema.ts';
import { Invalid, Unauthorized } from '../http/errors.ts';
import { consumeRateLimit, resetRateLimit } from '../http/rate-limit.ts';
import { passwordMatches } from './passwords.ts';

const PASSWORD_RATE_LIMIT = { limit: 10, windowSeconds: 15 * 60 };

/**
 * Lets somebody who is signed in prove that they are the owner, and not only at the owner's desk.
 * @param field where the form asks for the password, for `issues`
 * @returns the account as it was when the password was right
 * @throws {Invalid} when the password is not the account's
 * @throws {TooManyRequests} after 10 tries in 15 minutes
 */
export async function verifyPassword(db: Kysely<DB>, accountId: number, password: string, field: string) {
  const key = `password:${accountId}`;
  await consumeRateLimit(db, key, PASSWORD_RATE_LIMIT);
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'email_key', 'password_hash'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw new Unauthorized();
  if (!(await passwordMatches(account.password_hash, password))) {
    const message = 'That is not your password';
    throw new Invalid(message, [{ path: field, message }]);
  }
  await resetRateLimit(db, key);
  return account;
}
