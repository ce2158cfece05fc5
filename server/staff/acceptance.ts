import { type Kysely, sql, type Transaction } from 'kysely';
import { MIN_STAFF_PASSWORD_LENGTH } from '#contract/admin/staff.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { PasswordPolicy } from '#server/accounts/passwords/password-policy.ts';
import { hashPassword } from '#server/accounts/passwords/passwords.ts';
import { verifyPassword } from '#server/accounts/passwords/verify-password.ts';
import { assertAvailable, insertAccount } from '#server/accounts/registration.ts';
import { emailKey } from '#server/accounts/unique-keys.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Forbidden, Unauthorized } from '#server/platform/http/errors.ts';
import { hashToken } from '#server/platform/http/sessions.ts';
import { findInvitation, type Invitation, invalidInvitation } from './open-invitation.ts';

/** Opens a session of the account, in the transaction that puts it on the staff. */
type OpenSession = (trx: Transaction<DB>, accountId: number) => Promise<unknown>;

/**
 * Puts the account that has the invited address on the staff, and confirms the address: the link was sent there. All its sessions
 * end but a new one, because those of the staff are shorter. A password that is too short for the staff must be replaced.
 * @param openSession opens the new session
 * @throws {Invalid} when the link is not valid any more, or the password is wrong
 * @throws {Forbidden} when the invitation is for another address
 * @throws {Conflict} when the account is on the staff
 */
export async function acceptInvitation(
  db: Kysely<DB>,
  { accountId, token, password }: { accountId: number; token: string; password: string },
  openSession: OpenSession,
): Promise<void> {
  const { password_hash } = await verifyPassword(db, accountId, password, 'password');
  await db.transaction().execute(async (trx) => {
    const invitation = await redeem(trx, token);
    const account = await trx
      .selectFrom('accounts')
      .select(['id', 'username', 'email_key'])
      .where('id', '=', accountId)
      .where('is_active', '=', true)
      .where('password_hash', '=', password_hash)
      .forUpdate()
      .executeTakeFirst();
    if (!account) throw new Unauthorized();
    if (account.email_key !== emailKey(invitation.email))
      throw new Forbidden(t('This invitation is for another email address. Sign in with the account that uses it.'));
    await trx
      .updateTable('accounts')
      .set({ email_confirmed_at: sql`coalesce(email_confirmed_at, now())` })
      .$if([...password].length < MIN_STAFF_PASSWORD_LENGTH, (update) => update.set({ must_change_password: true }))
      .where('id', '=', accountId)
      .execute();
    await join(trx, { ...account, invitation });
    await trx.deleteFrom('sessions').where('account_id', '=', accountId).execute();
    await openSession(trx, accountId);
  });
}

/**
 * Creates an account with the invited address, which the link confirms, and puts it on the staff.
 * @param openSession opens its first session
 * @returns the number of the account
 * @throws {Invalid} when the link is not valid any more, or the password can be guessed
 * @throws {Conflict} when the username is taken, or another account has the address by now
 */
export async function registerInvited(
  db: Kysely<DB>,
  passwordPolicy: PasswordPolicy,
  { token, username, password, language }: { token: string; username: string; password: string; language: Language },
  openSession: OpenSession,
): Promise<number> {
  const { email, role } = await findInvitation(db, token);
  await passwordPolicy.assertAcceptable(password, { role, username, email, businessName: null }, 'password');
  await assertAvailable(db, { username, email });
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    const invitation = await redeem(trx, token);
    const form = {
      username,
      email: invitation.email,
      businessName: null,
      passwordHash,
      language,
      isEmailConfirmed: true,
    };
    const account = await insertAccount(trx, form);
    if (!account)
      throw new Conflict(t('That username is taken'), [{ path: 'username', message: t('That username is taken') }]);
    await join(trx, { ...account, invitation });
    await openSession(trx, account.id);
    return account.id;
  });
}

/** Deletes the invitation of a link, so that nobody accepts it twice. */
async function redeem(trx: Transaction<DB>, token: string): Promise<Invitation> {
  const { rows } = await sql<Invitation>`
    delete from staff_invitations i using staff_invitation_links link
    where link.token_hash = ${hashToken(token)} and i.id = link.invitation_id and i.expires_at > now()
    returning i.id, i.email, i.role, i.invited_by`.execute(trx);
  if (!rows[0]) throw invalidInvitation();
  return rows[0];
}

async function join(
  trx: Transaction<DB>,
  { id, username, invitation }: { id: number; username: string; invitation: Invitation },
) {
  const { role, invited_by: given_by } = invitation;
  const joined = await trx
    .insertInto('staff')
    .values({ account_id: id, role, given_by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst();
  if (!joined) throw new Conflict(t('You’re already on the team. An administrator can change your role.'));
  await recordAuditEvent(trx, {
    kind: 'staff-joined',
    accountId: id,
    username,
    before: { role: null },
    after: { role, invitation: invitation.id },
  });
}
