import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import type { Env } from '#server/env.ts';
import { hashPassword } from './passwords.ts';
import { usernameKey } from './unique-keys.ts';

/**
 * Creates account 1, the administrator, at the first start (docs/product.md, Accounts).
 * @returns the name and password if the account was created, to be printed once; null if it existed
 */
export async function ensureAdministrator(
  db: Kysely<DB>,
  { ADMIN_USERNAME: username, ADMIN_PASSWORD }: Pick<Env, 'ADMIN_USERNAME' | 'ADMIN_PASSWORD'>,
): Promise<{ username: string; password: string } | null> {
  const existing = await db.selectFrom('accounts').select('id').where('id', '=', 1).executeTakeFirst();
  if (existing) return null;
  const password = ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  const created = await db
    .insertInto('accounts')
    .values({ id: 1, username, username_key: usernameKey(username), password_hash: await hashPassword(password) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return created ? { username, password } : null;
}
