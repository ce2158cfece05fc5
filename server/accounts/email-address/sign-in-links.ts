import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { User } from '#contract/accounts.ts';
import type { PendingSignIn } from '#contract/admin/second-factor.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { SignUps } from '#contract/site.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { revokeAccess } from '#server/accounts/passwords/password-change.ts';
import { revokeStrangersAccess } from '#server/accounts/passwords/password-reset.ts';
import { hashPassword } from '#server/accounts/passwords/passwords.ts';
import type { PersonalData } from '#server/accounts/personal-data.ts';
import { insertAccount } from '#server/accounts/registration.ts';
import type { SecondFactor } from '#server/accounts/second-factor.ts';
import type { OpenSession } from '#server/accounts/sign-in.ts';
import { emailKey } from '#server/accounts/unique-keys.ts';
import { findUser } from '#server/accounts/user.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Forbidden } from '#server/platform/http/errors.ts';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';
import { roleOf } from '#server/platform/http/staff-role.ts';
import { invalidLink, LIFETIME_MINUTES } from './email-tokens.ts';
import { assertMaySignUp, endSignUpInvitation } from './sign-up-invitations.ts';

/**
 * Creates a link that signs in whoever reads the emails of an address, with an account that it makes if there is none.
 * @returns its token, or null for the address of the staff, who sign in with a password, and while there are no new accounts
 */
export async function createSignInLink(db: Kysely<DB>, email: string, signUps: SignUps) {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'language', roleOf('accounts.id').as('role')])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  if (account ? account.role !== null : !(await maySignUp(db, signUps, email))) return null;
  const token = createToken();
  const to = account?.email ?? email;
  await sql`
    insert into mailed_links (token_hash, account_id, kind, email, expires_at)
    values (${hashToken(token)}, ${account?.id ?? null}, 'sign-in', ${to}, now() + make_interval(mins => ${LIFETIME_MINUTES['sign-in']}))`.execute(
    db,
  );
  return { to, token, language: account?.language };
}

interface SignInLinkDeps {
  openSession: OpenSession;
  secondFactor: SecondFactor;
  personalData: PersonalData[];
  signUps: SignUps;
  /** Of the emails of a new account. */
  language: Language;
}

/**
 * Signs in by an emailed link, which works once. An account whose email nobody had confirmed may be a stranger's until now: everything that lets
 * them in ends, with its password (docs/decisions/0140-an-unconfirmed-email-is-not-the-owners.md).
 * @throws {Invalid} when the link is not valid any more, or the account has another address by now
 * @throws {Forbidden} for the staff, suspended accounts, and while there are no new accounts
 */
export async function signInByLink(
  db: Kysely<DB>,
  token: string,
  { openSession, secondFactor, personalData, signUps, language }: SignInLinkDeps,
): Promise<{ user: User; pending: PendingSignIn | null; isNewDevice: boolean }> {
  const unknownPassword = await hashPassword(createToken());
  return db.transaction().execute(async (trx) => {
    const link = await trx
      .deleteFrom('mailed_links')
      .where('token_hash', '=', hashToken(token))
      .where('kind', '=', 'sign-in')
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['account_id', 'email'])
      .executeTakeFirst();
    if (!link) throw invalidLink();
    const found = await findAccount(trx, link.email);
    if (link.account_id !== null && found?.id !== link.account_id) throw invalidLink();
    if (found?.role) throw new Forbidden(t('Please sign in with your password.'));
    if (found && !found.is_active)
      throw new Forbidden(t('Your account is suspended: {reason}', { reason: found.suspension_reason ?? '' }));
    if (found && found.email_confirmed_at === null) await takeOver(trx, found.id, unknownPassword, personalData);
    if (!found) await assertMaySignUp(trx, signUps, { email: link.email, token: null });
    const id = found?.id ?? (await insertVisitor(trx, link.email, unknownPassword, language));
    await endSignUpInvitation(trx, link.email);
    const user = await findUser(trx, id);
    const pending = await secondFactor.beginSignIn(trx, id);
    if (pending) return { user, pending, isNewDevice: false };
    await recordAuditEvent(trx, { kind: 'signed-in', accountId: id, username: user.username });
    const { isNewDevice } = await openSession(trx, id, { by: 'password' });
    return { user, pending: null, isNewDevice: isNewDevice && found !== undefined };
  });
}

const findAccount = (trx: Transaction<DB>, email: string) =>
  trx
    .selectFrom('accounts')
    .select(['id', 'is_active', 'suspension_reason', 'email_confirmed_at', roleOf('accounts.id').as('role')])
    .where('email_key', '=', emailKey(email))
    .forUpdate()
    .executeTakeFirst();

async function takeOver(trx: Transaction<DB>, accountId: number, passwordHash: string, personalData: PersonalData[]) {
  await trx
    .updateTable('accounts')
    .set({ password_hash: passwordHash, must_change_password: false, email_confirmed_at: sql`now()` })
    .where('id', '=', accountId)
    .execute();
  await revokeAccess(trx, accountId);
  await revokeStrangersAccess(trx, accountId, personalData);
}

const maySignUp = (db: Kysely<DB>, signUps: SignUps, email: string): Promise<boolean> =>
  assertMaySignUp(db, signUps, { email, token: null }).then(
    () => true,
    (error) => {
      if (error instanceof Forbidden) return false;
      throw error;
    },
  );

/** An account without a business, with a password that nobody knows. */
async function insertVisitor(trx: Transaction<DB>, email: string, passwordHash: string, language: Language) {
  const username = `visitor-${randomBytes(5).toString('hex')}`;
  const account = { businessName: null, email, username, passwordHash, language, isEmailConfirmed: true };
  const created = await insertAccount(trx, account);
  // Another account got the address meanwhile.
  if (!created) throw invalidLink();
  return created.id;
}
