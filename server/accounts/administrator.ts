import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { toUsernameSkeleton } from '#server/accounts/names/username-skeletons.ts';
import { findFault } from '#server/accounts/passwords/password-policy.ts';
import { hashPassword } from '#server/accounts/passwords/passwords.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import type { Env } from '#server/platform/env/env.ts';
import { toMailbox } from '#server/platform/mail/mailbox.ts';
import { recordAuditEvent } from './audit-log.ts';
import { emailKey, usernameKey } from './unique-keys.ts';

type AdministratorEnv = Pick<Env, 'ADMIN_USERNAME' | 'ADMIN_PASSWORD' | 'SITE_NAME'>;

/**
 * Creates account 1, the administrator, at the first start (docs/product.md, Accounts).
 * @param options.strict for production: `ADMIN_PASSWORD` must be set for the first start, because a random password is printed and
 *   logs are read by others, and is checked at every start, because the account can be older than the rules for passwords
 * @returns the name and password if the account was created, to be printed once; null if it existed
 * @throws {StartupError} when `ADMIN_PASSWORD` can be guessed or must be set
 */
export async function ensureAdministrator(
  db: Kysely<DB>,
  env: AdministratorEnv,
  { strict = false } = {},
): Promise<{ username: string; password: string } | null> {
  const existing = await db.selectFrom('accounts').select('id').where('id', '=', 1).executeTakeFirst();
  if (existing && !strict) return null;
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD } = env;
  const fault = findAdminPasswordFault(env);
  if (fault) throw new StartupError(fault);
  if (existing) return null;
  if (ADMIN_PASSWORD === undefined && strict) {
    throw new StartupError(
      'ADMIN_PASSWORD: is not set, and a random one would be printed to the log. Set it for the first start ' +
        '(or accept the risk: ALLOW_UNSAFE=admin-password)',
    );
  }
  const password = ADMIN_PASSWORD ?? randomBytes(16).toString('base64url');
  const created = await db
    .insertInto('accounts')
    .values({
      id: 1,
      username,
      username_key: usernameKey(username),
      username_skeleton: toUsernameSkeleton(username),
      password_hash: await hashPassword(password),
      must_change_password: ADMIN_PASSWORD === undefined,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return created ? { username, password } : null;
}

/** Why `ADMIN_PASSWORD` can be guessed, as one line; null if it cannot, or is not set. */
export function findAdminPasswordFault({ ADMIN_USERNAME: username, ADMIN_PASSWORD, SITE_NAME }: AdministratorEnv) {
  if (ADMIN_PASSWORD === undefined) return null;
  const fault = findFault(
    ADMIN_PASSWORD,
    { role: 'administrator', username, email: null, businessName: null },
    SITE_NAME,
  );
  return fault && `ADMIN_PASSWORD: ${fault}`;
}

/**
 * Gives the administrator the address in `ADMIN_EMAIL`, where links for a forgotten password go. Whoever sets the environment
 * is trusted, so it counts as confirmed, and it replaces an address that somebody set in the account.
 * @throws {StartupError} when another account has the address
 */
export async function setAdministratorEmail(db: Kysely<DB>, email: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select(['username', 'email', 'email_confirmed_at'])
      .where('id', '=', 1)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (account.email === email && account.email_confirmed_at) return;
    const key = emailKey(email);
    const other = await trx
      .selectFrom('accounts')
      .select('id')
      .where('email_key', '=', key)
      .where('id', '<>', 1)
      .executeTakeFirst();
    if (other)
      throw new StartupError(
        `ADMIN_EMAIL: account ${other.id} has this address. Set another one, or change that account's.`,
      );
    await trx
      .updateTable('accounts')
      .set({ email, email_key: key, mailbox: toMailbox(email), email_confirmed_at: sql`now()`, pending_email: null })
      .where('id', '=', 1)
      .execute();
    // Links that were sent to a former address stop working.
    await trx.deleteFrom('mailed_links').where('account_id', '=', 1).execute();
    await recordAuditEvent(trx, {
      kind: 'email-changed',
      accountId: 1,
      username: account.username,
      reason: 'ADMIN_EMAIL',
    });
  });
}
