import type { Kysely, Selectable } from 'kysely';
import type { Profile, User } from '#contract/accounts.ts';
import type { Role } from '#contract/admin/roles.ts';
import { toLanguage } from '#contract/i18n/languages.ts';
import type { Accounts, DB } from '#server/platform/db/schema.ts';
import { Unauthorized } from '#server/platform/http/errors.ts';
import { FIRST_ACCOUNT_ID, roleOf } from '#server/platform/http/staff-role.ts';

const PROFILE_COLUMNS = [
  'id',
  'username',
  'business_name',
  'email',
  'email_confirmed_at',
  'pending_email',
  'language',
  'keeps_listings_up',
  'created_at',
] as const;

/** What an account's owner sees, of `accounts`. */
export const USER_COLUMNS = [...PROFILE_COLUMNS, roleOf('accounts.id').as('role')] as const;

/** An account as its owner sees it. */
export function toUser(
  row: Pick<Selectable<Accounts>, (typeof PROFILE_COLUMNS)[number]> & { role: Role | null },
): User {
  return {
    id: row.id,
    username: row.username,
    businessName: row.business_name,
    email: row.email,
    emailConfirmed: row.email_confirmed_at !== null,
    pendingEmail: row.pending_email,
    language: toLanguage(row.language),
    isAdmin: row.id === FIRST_ACCOUNT_ID,
    role: row.role,
    keepsListingsUp: row.keeps_listings_up,
    createdAt: row.created_at.toISOString(),
  };
}

/** @throws {Unauthorized} when the account was deleted during the request */
export async function findUser(db: Kysely<DB>, accountId: number): Promise<User> {
  const row = await db.selectFrom('accounts').select(USER_COLUMNS).where('id', '=', accountId).executeTakeFirst();
  if (!row) throw new Unauthorized();
  return toUser(row);
}

/** Changes those fields that need no password. */
export async function updateProfile(
  db: Kysely<DB>,
  accountId: number,
  { businessName, language, keepsListingsUp }: Profile,
): Promise<User> {
  const row = await db
    .updateTable('accounts')
    .set({ business_name: businessName, language, keeps_listings_up: keepsListingsUp })
    .where('id', '=', accountId)
    .returning(USER_COLUMNS)
    .executeTakeFirst();
  if (!row) throw new Unauthorized();
  return toUser(row);
}
