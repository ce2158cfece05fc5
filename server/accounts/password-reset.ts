import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { record } from './audit.ts';
import { spendMail } from './mail-limits.ts';
import { checkLink, makeLink, redeemLink } from './mailed-links.ts';
import { emailKey } from './names.ts';
import { cutOff } from './password-change.ts';
import { hashPassword } from './passwords.ts';
import { welcome } from './sign-in.ts';

/**
 * Makes a link that lets the owner of an address set a new password, for 30 minutes.
 * @returns the token and the address it is to be mailed to; null when no account has that address
 * @throws {TooMany} after 5 mails to the account in an hour
 */
export async function requestReset(db: Kysely<DB>, email: string): Promise<{ to: string; token: string } | null> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  if (!account?.email) return null;
  const to = account.email;
  await spendMail(db, account.id);
  const token = await db
    .transaction()
    .execute((trx) => makeLink(trx, { accountId: account.id, kind: 'reset-password', email: to }));
  return { to, token };
}

/**
 * Sets a new password by a mailed link. Every session of the account ends; the address, to which the link went, is
 * confirmed; and the owner can sign in from `address` however often others tried.
 * @returns the address that is to hear of it
 * @throws {Invalid} when the link works no more
 */
export async function redeemReset(
  db: Kysely<DB>,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<string> {
  await checkLink(db, 'reset-password', token);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    const { accountId, email } = await redeemLink(trx, 'reset-password', token);
    const { username } = await trx
      .updateTable('accounts')
      .set({ password_hash: passwordHash, email_confirmed_at: sql`coalesce(email_confirmed_at, now())` })
      .where('id', '=', accountId)
      .returning('username')
      .executeTakeFirstOrThrow();
    await cutOff(trx, accountId);
    await welcome(trx, username, address);
    await record(trx, { kind: 'password-reset', accountId, username });
    return email;
  });
}
