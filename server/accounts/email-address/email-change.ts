import { type Kysely, sql, type Transaction } from 'kysely';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { verifyPassword } from '#server/accounts/passwords/verify-password.ts';
import type { PersonalData } from '#server/accounts/personal-data.ts';
import { emailKey } from '#server/accounts/unique-keys.ts';
import { findUser, toUser, USER_COLUMNS } from '#server/accounts/user.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Forbidden, Invalid } from '#server/platform/http/errors.ts';
import { toMailbox } from '#server/platform/mail/mailbox.ts';
import { type Recipient, toRecipient } from '#server/platform/mail/write-email.ts';
import { consumeEmailRateLimit } from './email-rate-limits.ts';
import { createEmailToken, redeemEmailToken } from './email-tokens.ts';

/**
 * A confirmation link to send. `own` is for the account's address and `new` for the one that will replace it. `taken` is for an
 * address of another account: it is told instead of whoever asked, who sees no difference, and in its own language.
 */
export interface EmailConfirmation {
  to: string;
  token: string;
  kind: 'own' | 'new' | 'taken';
  language: string;
}

/**
 * Starts a change of email. The account keeps its email until the link sent to the new one is opened.
 * @param openSession opens a new session for the user instead of the current one, in the same transaction
 * @returns the link to send, and the account with its current address, which is notified
 * @throws {Invalid} when the password is wrong, or the email is already the account's
 * @throws {Conflict} when the password was changed meanwhile
 * @throws {TooManyRequests} after 5 mails in an hour
 */
export async function requestEmailChange(
  db: Kysely<DB>,
  accountId: number,
  { email, password }: { email: string; password: string },
  openSession: (trx: Transaction<DB>, accountId: number) => Promise<void>,
): Promise<{ confirmation: EmailConfirmation; former: Recipient | null }> {
  const account = await verifyPassword(db, accountId, password, 'password');
  if (account.email_key === emailKey(email)) {
    const message = t('That’s already your email');
    throw new Invalid(message, [{ path: 'email', message }]);
  }
  await consumeEmailRateLimit(db, accountId);
  const confirmation = await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('accounts')
      .set({ pending_email: email })
      .where('id', '=', accountId)
      .where('password_hash', '=', account.password_hash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw new Conflict(t('Your password was just changed somewhere else.'));
    await openSession(trx, accountId);
    return confirmNewEmail(trx, account, email);
  });
  return { confirmation, former: toRecipient(account) };
}

/**
 * Creates a new confirmation link; the previous one stops working.
 * @throws {Invalid} when there is nothing to confirm
 * @throws {TooManyRequests} after 5 mails in an hour
 */
export async function resendEmailConfirmation(db: Kysely<DB>, accountId: number): Promise<EmailConfirmation> {
  const { email, emailConfirmed, pendingEmail, language } = await findUser(db, accountId);
  const to = pendingEmail ?? (emailConfirmed ? null : email);
  if (to === null) throw new Invalid(t('You have no email to confirm.'));
  await consumeEmailRateLimit(db, accountId);
  return db.transaction().execute(async (trx) => {
    if (to === pendingEmail) return confirmNewEmail(trx, { id: accountId, language }, to);
    const token = await createEmailToken(trx, { accountId, kind: 'confirm-email', email: to });
    return { to, token, kind: 'own', language };
  });
}

/** The same work whether or not the address belongs to another account. */
async function confirmNewEmail(
  trx: Transaction<DB>,
  { id: accountId, language }: { id: number; language: string },
  email: string,
): Promise<EmailConfirmation> {
  const token = await createEmailToken(trx, { accountId, kind: 'confirm-email', email });
  const taken = await trx
    .selectFrom('accounts')
    .select('language')
    .where('email_key', '=', emailKey(email))
    .where('id', '<>', accountId)
    .executeTakeFirst();
  return { to: email, token, ...(taken ? { kind: 'taken', ...taken } : { kind: 'new', language }) };
}

/**
 * Confirms the address that a link was sent to: the account's email, or the new one, which then replaces it. Only the account itself may:
 * a stranger could else register with somebody's address and wait until they follow the link, which would let the stranger claim their business.
 * @throws {Invalid} when the link is not valid any more
 * @throws {Forbidden} for another account
 * @throws {Conflict} when another account has the new email by now
 */
export async function confirmEmail(
  db: Kysely<DB>,
  { accountId, token }: { accountId: number; token: string },
  personalData: PersonalData[],
): Promise<User> {
  return db.transaction().execute(async (trx) => {
    const { accountId: owner, email } = await redeemEmailToken(trx, 'confirm-email', token);
    // The transaction is rolled back, so the link works on.
    if (owner !== accountId)
      throw new Forbidden(t('This link is for another account. Sign in to that account, then open the link again.'));
    const confirmed = await trx
      .updateTable('accounts')
      .set({ email_confirmed_at: sql`coalesce(email_confirmed_at, now())` })
      .where('id', '=', accountId)
      .where('email', '=', email)
      .returning(USER_COLUMNS)
      .executeTakeFirst();
    if (confirmed) return toUser(confirmed);
    const replaced = await replaceEmail(trx, accountId, email);
    for (const noun of personalData) await noun.revokeEmailed?.(trx, accountId);
    return toUser(replaced);
  });
}

async function replaceEmail(trx: Transaction<DB>, accountId: number, email: string) {
  const row = await trx
    .updateTable('accounts')
    .set({
      email,
      email_key: emailKey(email),
      mailbox: toMailbox(email),
      email_confirmed_at: sql`now()`,
      pending_email: null,
    })
    .where('id', '=', accountId)
    .where('pending_email', '=', email)
    .returning(USER_COLUMNS)
    .executeTakeFirst()
    .catch((error) => {
      if (error.constraint !== 'accounts_email_key_key') throw error;
      throw new Conflict(t('There’s already an account with that email'));
    });
  if (!row) throw new Invalid(t('This link has expired or has already been used. Please request a new one.'));
  // Links that were sent to the former address stop working.
  await trx.deleteFrom('mailed_links').where('account_id', '=', accountId).execute();
  await recordAuditEvent(trx, { kind: 'email-changed', accountId, username: row.username });
  return row;
}
