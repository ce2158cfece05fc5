import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { AdminUser, AdminUsersQuery } from '#contract/admin/users.ts';
import { LIST_LIMIT } from '#contract/api.ts';
import type { z } from '#contract/zod.ts';
import { usernameKey } from '#server/accounts/unique-keys.ts';
import type { Accounts, DB } from '#server/platform/db/schema.ts';
import { idPosition, paginate, parseCursor, textColumn, timeColumn } from '#server/platform/http/cursor.ts';

/** The columns of the administrator's lists of accounts. */
export const ADMIN_USER_COLUMNS = [
  'id',
  'username',
  'is_active',
  'suspended_at',
  'suspension_reason',
  'suspended_by',
] as const;

type AdminUserRow = Pick<Selectable<Accounts>, (typeof ADMIN_USER_COLUMNS)[number]>;

/** The query of a list of accounts. */
export type UserListQuery = AdminUsersQuery & { suspendedOnly: boolean };

/** The position of an account in a list: the columns of all orders, so that a cursor is valid in each of them. */
const userPosition = idPosition.extend({ username_key: textColumn, suspended_at: timeColumn.nullable() });
export type UserPosition = z.infer<typeof userPosition>;

/** One page of accounts. */
export interface UserList {
  users: AdminUser[];
  /** The position of the next page; null on the last one. */
  cursor: string | null;
  /** The number of rows on all pages. */
  total: number;
}

/**
 * The accounts whose username, email or business name contains `search`, ignoring case and Unicode form. Sorted by the time of suspension, accounts that
 * are not suspended are last in both directions.
 * @throws {Invalid} for a malformed cursor
 */
export async function listUsers(db: Kysely<DB>, query: UserListQuery): Promise<UserList> {
  const after = query.cursor === undefined ? undefined : parseCursor(query.cursor, userPosition);
  const [{ rows }, counted] = await Promise.all([
    usersQuery(query, after).execute(db),
    usersTotalQuery(query).execute(db),
  ]);
  const { page, cursor } = paginate(rows, query.limit, toPosition);
  const names = await findUsernames(db, page);
  const users = page.map((row) => ({ ...toAdminUser(row), suspendedByName: names.get(row.suspended_by ?? 0) ?? null }));
  return { users, cursor, total: counted.rows[0]?.total ?? 0 };
}

/** The usernames of who suspended the accounts of a page, by id. */
async function findUsernames(db: Kysely<DB>, page: AdminUserRow[]): Promise<Map<number, string>> {
  const ids = page.flatMap(({ suspended_by }) => suspended_by ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('accounts').select(['id', 'username']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** The public fields of an account for the administrator. */
export const toAdminUser = (row: AdminUserRow): AdminUser => ({
  id: row.id,
  username: row.username,
  isActive: row.is_active,
  suspendedAt: row.suspended_at?.toISOString() ?? null,
  suspensionReason: row.suspension_reason,
  suspendedBy: row.suspended_by,
});

type PagedUserRow = AdminUserRow & UserPosition;

const toPosition = ({ id, username_key, suspended_at }: UserPosition) => ({ id, username_key, suspended_at });

const toSortColumn = (sort: AdminUsersQuery['sort']) => sort.replace('-', '') as 'id' | 'username' | 'suspendedAt';

const COLUMNS = sql.raw([...ADMIN_USER_COLUMNS, 'username_key'].join(', '));
// A literal, so that the plan does not depend on the limit of a page.
const FETCH_LIMIT = sql.lit(LIST_LIMIT.max + 1);

/** The rows after a position, more than the maximum page size. Exported for the test of its query plan. */
export function usersQuery(query: UserListQuery, after?: UserPosition): RawBuilder<PagedUserRow> {
  const [direction, comparison] = query.sort.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const selectPage = (order: RawBuilder<unknown>, ...conditions: RawBuilder<unknown>[]) =>
    sql<PagedUserRow>`select ${COLUMNS} from accounts where ${joinConditions([...filterConditions(query), ...conditions])}
      order by ${order} limit ${FETCH_LIMIT}`;
  switch (toSortColumn(query.sort)) {
    case 'id':
      return selectPage(sql`id ${direction}`, ...(after ? [sql`id ${comparison} ${after.id}`] : []));
    case 'username': {
      const rest = after ? [sql`username_key ${comparison} ${after.username_key}`] : [];
      return selectPage(sql`username_key ${direction}`, ...rest);
    }
    case 'suspendedAt': {
      // A separate query, because an index has nulls last in one direction and first in the other.
      const order = sql`suspended_at ${direction}, id ${direction}`;
      const active = selectPage(
        sql`id ${direction}`,
        sql`is_active`,
        ...(after?.suspended_at === null ? [sql`id ${comparison} ${after.id}`] : []),
      );
      if (after?.suspended_at === null) return active;
      const rest = after ? [sql`(suspended_at, id) ${comparison} (${after.suspended_at}, ${after.id})`] : [];
      if (query.suspendedOnly) return selectPage(order, ...rest);
      const suspended = selectPage(order, suspendedCondition(query), ...rest);
      return sql`select * from ((${suspended}) union all (${active})) as users
        order by suspended_at ${direction} nulls last, id ${direction} limit ${FETCH_LIMIT}`;
    }
  }
}

/** The number of rows on all pages. Exported for the same test. */
export const usersTotalQuery = (query: UserListQuery) =>
  sql<{ total: number }>`select count(*)::int as total from accounts where ${joinConditions(filterConditions(query))}`;

function filterConditions(query: UserListQuery): RawBuilder<unknown>[] {
  const part = usernameKey(query.search).replace(/[\\%_]/g, '\\$&');
  // PostgreSQL rejects zero bytes in text, so no username contains one.
  const pattern = `%${part}%`;
  const hasPart = part.includes('\0')
    ? sql`false`
    : sql`(username_key like ${pattern} or email_key like ${pattern} or lower(business_name) like ${pattern})`;
  return [...(query.search ? [hasPart] : []), ...(query.suspendedOnly ? [suspendedCondition(query)] : [])];
}

/** Equivalent conditions, of which each is the predicate of the index that the sort order uses. */
const suspendedCondition = ({ sort }: UserListQuery) =>
  toSortColumn(sort) === 'suspendedAt' ? sql`suspended_at is not null` : sql`not is_active`;

const joinConditions = (conditions: RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
