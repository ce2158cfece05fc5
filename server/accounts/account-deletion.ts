import type { Kysely } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { verifyPassword } from '#server/accounts/passwords/verify-password.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Forbidden } from '#server/platform/http/errors.ts';
import type { CurrentUser } from '#server/platform/http/sessions.ts';
import { recordAuditEvent } from './audit-log.ts';
import type { PersonalData } from './personal-data.ts';

/**
 * Deletes an account with its sessions, email tokens and personal data. The audit log keeps an entry of the deletion.
 * @throws {Forbidden} for account 1: there must be an administrator
 * @throws {Invalid} when the password is wrong
 */
export async function deleteAccount(
  db: Kysely<DB>,
  { accountId, isAdmin }: CurrentUser,
  password: string,
  personalData: PersonalData[],
): Promise<void> {
  if (isAdmin) throw new Forbidden(t('The administrator account can’t be deleted.'));
  const account = await verifyPassword(db, accountId, password, 'password');
  await db.transaction().execute(async (trx) => {
    const locked = await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .where('password_hash', '=', account.password_hash)
      .forUpdate()
      .executeTakeFirst();
    if (!locked) throw new Conflict(t('Your account was just changed somewhere else.'));
    for (const { erase: remove } of personalData) await remove(trx, accountId);
    await trx.deleteFrom('accounts').where('id', '=', accountId).execute();
    await recordAuditEvent(trx, { kind: 'deleted', accountId, username: account.username });
  });
}
