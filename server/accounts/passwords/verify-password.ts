import type { Kysely } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid, Unauthorized } from '#server/platform/http/errors.ts';
import { consumeRateLimit, refundRateLimit, resetRateLimit } from '#server/platform/http/rate-limit.ts';
import { roleOf } from '#server/platform/http/staff-role.ts';
import { passwordMatches } from './passwords.ts';

const PASSWORD_RATE_LIMIT = { limit: 10, windowSeconds: 15 * 60 };
const DAILY_PASSWORD_RATE_LIMIT = { limit: 50, windowSeconds: 24 * 60 * 60 };

/**
 * Verifies the password of a signed-in user, to exclude someone else at the owner's unlocked device.
 * @param field the form field of the password, for `issues`
 * @returns the account as it was when the password was verified
 * @throws {Invalid} when the password is wrong
 * @throws {TooManyRequests} after 10 tries in 15 minutes, or 50 in a day
 */
export async function verifyPassword(db: Kysely<DB>, accountId: number, password: string, field: string) {
  const key = `password:${accountId}`;
  await consumeRateLimit(db, key, PASSWORD_RATE_LIMIT);
  await consumeRateLimit(db, `${key}:day`, DAILY_PASSWORD_RATE_LIMIT);
  const account = await db
    .selectFrom('accounts')
    .select([
      'id',
      'username',
      'email',
      'email_key',
      'language',
      'business_name',
      'password_hash',
      roleOf('accounts.id').as('role'),
    ])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw new Unauthorized();
  if (!(await passwordMatches(account.password_hash, password))) {
    const { username } = account;
    await recordAuditEvent(db, { kind: 'sign-in-failed', accountId, username, reason: 'wrong current password' });
    const message = t('That’s not your password');
    throw new Invalid(message, [{ path: field, message }]);
  }
  await resetRateLimit(db, key);
  await refundRateLimit(db, `${key}:day`);
  return account;
}
