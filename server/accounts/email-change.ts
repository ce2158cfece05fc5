import { type Kysely, sql, type Transaction } from 'kysely';
import type { User } from '#contract/accounts.ts';
import type { DB } from '../db/schema.ts';
import { Conflict, Invalid } from '../http/errors.ts';
import { recordAuditEvent } from './audit-log.ts';
import { consumeEmailRateLimit } from './email-rate-limits.ts';
import { createEmailToken, redeemEmailToken } from './email-tokens.ts';
import { assertEmailAvailable } from './registration.ts';
import { emailKey } from './unique-keys.ts';
import { findUser, toUser, USER_COLUMNS } from './user.ts';
import { verifyPassword } from './verify-password.ts';

/** A confirmation link to send; `isNew` if the address is not the account's yet. */
export interface EmailConfirmation {
  to: string;
  token: string;
  isNew: boolean;
}

/**
 * Starts a change of email. The account keeps its email until the link sent to the new one is opened.
 * @returns the link to send, and the current address, which is notified
 * @throws {Invalid} when the password is wrong, or the email is already the account's
 * @throws {Conflict} when it belongs to another account
 * @throws {TooManyRequests} after 5 mails in an hour
 */
export async function requestEmailChange(
  db: Kysely<DB>,
  accountId: number,
  { email, password }: { email: string; password: string },
): Promise<EmailConfirmation & { formerEmail: string | null }> {
  const account = await verifyPassword(db, accountId, password, 'password');
  if (account.email_key === emailKey(email)) {
    const message = 'That is your email already';
    throw new Invalid(message, [{ path: 'email', message }]);
  }
  await assertEmailAvailable(db, email);
  await consumeEmailRateLimit(db, accountId);
  const token = await db.transaction().execute(async (trx) => {
    const token = await createEmailToken(trx, { accountId, kind: 'confirm-email', email });
    await trx.updateTable('accounts').set({ pending_email: email }).where('id', '=', accountId).execute();
    return token;
  });
  return { to: email, token, isNew: true, formerEmail: account.email };
}

/**
 * Creates a new confirmation link; the previous one stops working.
 * @throws {Invalid} when there is nothing to confirm
 * @throws {TooManyRequests} after 5 mails in an hour
 */
export async function resendEmailConfirmation(db: Kysely<DB>, accountId: number): Promise<EmailConfirmation> {
  const { email, emailConfirmed, pendingEmail } = await findUser(db, accountId);
  const to = pendingEmail ?? (emailConfirmed ? null : email);
  if (to === null) throw new Invalid('There is no email to confirm.');
  await consumeEmailRateLimit(db, accountId);
  const token = await db
    .transaction()
    .execute((trx) => createEmailToken(trx, { accountId, kind: 'confirm-email', email: to }));
  return { to, token, isNew: to === pendingEmail };
}

/**
 * Confirms the address that a link was sent to: the account's email, or the new one, which then replaces it.
 * @throws {Invalid} when the link is not valid any more
 * @throws {Conflict} when another account has the new email by now
 */
export async function confirmEmail(db: Kysely<DB>, token: string): Promise<User> {
  return db.transaction().execute(async (trx) => {
    const { accountId, email } = await redeemEmailToken(trx, 'confirm-email', token);
    const confirmed = await trx
      .updateTable('accounts')
      .set({ email_confirmed_at: sql`coalesce(email_confirmed_at, now())` })
      .where('id', '=', accountId)
      .where('email', '=', email)
      .returning(USER_COLUMNS)
      .executeTakeFirst();
    return toUser(confirmed ?? (await replaceEmail(trx, accountId, email)));
  });
}

async function replaceEmail(trx: Transaction<DB>, accountId: number, email: string) {
  const row = await trx
    .updateTable('accounts')
    .set({ email, email_key: emailKey(email), email_confirmed_at: sql`now()`, pending_email: null })
    .where('id', '=', accountId)
    .where('pending_email', '=', email)
    .returning(USER_COLUMNS)
    .executeTakeFirst()
    .catch((error) => {
      if (error.constraint !== 'accounts_email_key_key') throw error;
      throw new Conflict('That email already has an account');
    });
  if (!row) throw new Invalid('This link has expired or was used already. Please ask for a new one.');
  // Links that were sent to the former address stop working.
  await trx.deleteFrom('mailed_links').where('account_id', '=', accountId).execute();
  await recordAuditEvent(trx, { kind: 'email-changed', accountId, username: row.username });
  return row;
}
