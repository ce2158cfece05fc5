import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { passwordCheckSchema } from '#contract/accounts.ts';
import { findAccountOfEmailToken } from '#server/accounts/email-address/email-tokens.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { roleOf } from '#server/platform/http/staff-role.ts';
import { type PasswordOwner, type PasswordPolicy, toPasswordOwner } from './password-policy.ts';

/**
 * Why a password would be refused, before it is sent; null if it would be accepted.
 * @param accountId whose password it will be, if the account is signed in. Otherwise the `token` names it, or the form its owner.
 */
export async function checkPassword(
  db: Kysely<DB>,
  passwordPolicy: PasswordPolicy,
  { accountId, password, token, ...names }: z.infer<typeof passwordCheckSchema> & { accountId: number | null },
): Promise<string | null> {
  const id = token ? await findAccountOfEmailToken(db, 'reset-password', token).catch(ignoreInvalidLink) : accountId;
  const account = id !== null && (await findOwner(db, id));
  const { username = '', email = '', businessName = '' } = names;
  try {
    await passwordPolicy.assertAcceptable(
      password,
      account || { role: null, username, email, businessName },
      'password',
    );
    return null;
  } catch (error) {
    if (error instanceof Invalid) return error.message;
    throw error;
  }
}

async function findOwner(db: Kysely<DB>, id: number): Promise<PasswordOwner | null> {
  const account = await db
    .selectFrom('accounts')
    .select(['username', 'email', 'business_name', roleOf('accounts.id').as('role')])
    .where('id', '=', id)
    .executeTakeFirst();
  return account ? toPasswordOwner(account) : null;
}

function ignoreInvalidLink(error: unknown): null {
  if (error instanceof Invalid) return null;
  throw error;
}
