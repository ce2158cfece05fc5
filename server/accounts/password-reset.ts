import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { recordAuditEvent } from './audit-log.ts';
import { consumeEmailRateLimit } from './email-rate-limits.ts';
import { assertEmailTokenValid, createEmailToken, redeemEmailToken } from './email-tokens.ts';
import { revokeAccess } from './password-change.ts';
import { hashPassword } from './passwords.ts';
import { recordSignIn } from './sign-in.ts';
import { emailKey } from './unique-keys.ts';

/**
 * Creates a link to set a new password, valid for 30 minutes.
 * @returns the token and the address to send it to; null if no account has that address
 * @throws {TooManyRequests} after 5 mails to the account in an hour
 */
export async function requestPasswordReset(
  db: Kysely<DB>,
  email: string,
): Promise<{ to: string; token: string } | null> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  if (!account?.email) return null;
  const to = account.email;
  await consumeEmailRateLimit(db, account.id);
  const token = await db
    .transaction()
    .execute((trx) => createEmailToken(trx, { accountId: account.id, kind: 'reset-password', email: to }));
  return { to, token };
}

/**
 * Sets a new password by an emailed link. All sessions of the account end, its email is confirmed, and failed sign-ins from
 * `address` are forgotten.
 * @returns the address to notify
 * @throws {Invalid} when the link is not valid any more
 */
export async function resetPassword(
  db: Kysely<DB>,
  { token, password, address: ipAddress }: { token: string; password: string; address: string },
): Promise<string> {
  await assertEmailTokenValid(db, 'reset-password', token);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    const { accountId, email } = await redeemEmailToken(trx, 'reset-password', token);
    const { username } = await trx
      .updateTable('accounts')
      .set({ password_hash: passwordHash, email_confirmed_at: sql`coalesce(email_confirmed_at, now())` })
      .where('id', '=', accountId)
      .returning('username')
      .executeTakeFirstOrThrow();
    await revokeAccess(trx, accountId);
    await recordSignIn(trx, username, ipAddress);
    await recordAuditEvent(trx, { kind: 'password-reset', accountId, username });
    return email;
  });
}
