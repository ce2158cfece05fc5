import type { Kysely } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { createEmailToken } from '#server/accounts/email-address/email-tokens.ts';
import { revokeAccess } from '#server/accounts/passwords/password-change.ts';
import { hashPassword } from '#server/accounts/passwords/passwords.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { Conflict, Forbidden, NotFound } from '#server/platform/http/errors.ts';
import { createToken } from '#server/platform/http/sessions.ts';
import { type Recipient, toRecipient } from '#server/platform/mail/write-email.ts';
import { clearFactors, listFactors } from './factors.ts';

/**
 * Removes the second factor of somebody who lost it, and ends their sessions and their password: who only persuades an administrator, and
 * has the password, gets no further than with the second factor. A new password is set by a link to the address that was confirmed before
 * the second factor could be added.
 * @param by the administrator's account
 * @returns whom to notify, and the token of the link
 * @throws {NotFound} 'User not found'
 * @throws {Forbidden} for the administrator's own account
 * @throws {Conflict} when there is nothing to remove, or no address
 */
export async function resetSecondFactor(
  db: Kysely<DB>,
  { id, reason, by }: { id: number; reason: string; by: number },
): Promise<Recipient & { token: string }> {
  const passwordHash = await hashPassword(createToken());
  return db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select(['username', 'email', 'language'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!account) throw new NotFound(t('User not found'));
    if (id === by)
      throw new Forbidden(t('Another administrator has to reset yours. You can change it in your account.'));
    if ((await listFactors(trx, id)).length === 0)
      throw new Conflict(t('This account has no two-step verification to reset.'));
    const recipient = toRecipient(account);
    if (!recipient) throw new Conflict(t('This account has no email, so nobody can prove that it’s theirs.'));
    await clearFactors(trx, id);
    await trx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute();
    await revokeAccess(trx, id);
    const token = await createEmailToken(trx, { accountId: id, kind: 'reset-password', email: recipient.email });
    await recordAuditEvent(trx, {
      kind: 'second-factor-reset',
      accountId: id,
      username: account.username,
      actorId: by,
      reason,
    });
    return { ...recipient, token };
  });
}

/**
 * Removes the second factor of account 1, for an operator who lost it and has nobody to reset it: `npm run admin:recover`.
 * @returns the username of the administrator
 * @throws {StartupError} when there is no administrator yet
 */
export function recoverAdministrator(db: Kysely<DB>): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select('username')
      .where('id', '=', 1)
      .forUpdate()
      .executeTakeFirst();
    if (!account) throw new StartupError('There is no administrator yet: the first start of the site creates it.');
    await clearFactors(trx, 1);
    await recordAuditEvent(trx, {
      kind: 'second-factor-reset',
      accountId: 1,
      username: account.username,
      reason: 'npm run admin:recover',
    });
    return account.username;
  });
}
