import { sql } from 'kysely';
import type { Role } from '#contract/admin/roles.ts';

/** The account that is always an administrator (docs/product.md, Staff). */
export const FIRST_ACCOUNT_ID = 1;

/**
 * The role of an account, or null.
 * @param accountId a column that holds the number of the account, such as 's.account_id'
 */
export const roleOf = (accountId: string) => sql<Role | null>`(
  case when ${sql.ref(accountId)} = ${sql.lit(FIRST_ACCOUNT_ID)} then 'administrator'
  else (select role from staff where staff.account_id = ${sql.ref(accountId)}) end)`;

/** The role of the account with this number, or null. */
export const roleOfAccount = (id: number) =>
  sql<Role | null>`(select ${roleOf('acting.id')} from (select ${id}::bigint as id) as acting)`;
