import { type Kysely, sql } from 'kysely';
import type { StaffMember } from '#contract/admin/staff.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { FIRST_ACCOUNT_ID, roleOf } from '#server/platform/http/staff-role.ts';
import { SIGN_IN_COLUMNS } from './sign-in-columns.ts';

/** The staff: account 1, and then the others by their names. */
export async function listMembers(db: Kysely<DB>): Promise<StaffMember[]> {
  const rows = await membersQuery(db).execute();
  return rows.flatMap(({ id, role, ...row }) =>
    role === null
      ? []
      : {
          accountId: id,
          username: row.username,
          email: row.email,
          role,
          since: (row.since ?? row.created_at).toISOString(),
          givenBy: row.giver_id !== null && row.giver !== null ? { id: row.giver_id, username: row.giver } : null,
          hasSecondFactor: row.has_second_factor,
          signedInAt: row.signed_in_at?.toISOString() ?? null,
          sessions: row.sessions,
        },
  );
}

/** Exported for the test of its query plan. */
export const membersQuery = (db: Kysely<DB>) =>
  db
    .selectFrom('accounts')
    .leftJoin('staff', 'staff.account_id', 'accounts.id')
    .leftJoin('accounts as givers', 'givers.id', 'staff.given_by')
    .select(['accounts.id', 'accounts.username', 'accounts.email', 'accounts.created_at', 'staff.since'])
    .select(['givers.id as giver_id', 'givers.username as giver', roleOf('accounts.id').as('role')])
    .select(SIGN_IN_COLUMNS)
    .where(
      'accounts.id',
      'in',
      sql<number>`(select account_id from staff union all select ${sql.lit(FIRST_ACCOUNT_ID)})`,
    )
    .orderBy(sql`accounts.id = ${sql.lit(FIRST_ACCOUNT_ID)}`, 'desc')
    .orderBy('accounts.username_key');
