import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { AdminUser, AdminUsersQuery } from '#contract/admin.ts';
import { LIST_LIMIT } from '#contract/api.ts';
import { usernameKey } from '../accounts/names.ts';
import type { Accounts, DB } from '../db/schema.ts';
import { columnOf, cursorAfter, type Position, parseCursor } from './user-cursor.ts';

/** What the administrator's tables are made of. */
export const ADMIN_COLUMNS = [
  'id',
  'username',
  'is_active',
  'suspended_at',
  'suspension_reason',
  'suspended_by',
] as const;

type AdminRow = Pick<Selectable<Accounts>, (typeof ADMIN_COLUMNS)[number]>;

/** Which accounts a table is asked for: all, or those suspended. */
export type Wanted = AdminUsersQuery & { suspendedOnly: boolean };

/** One page of accounts. */
export interface UserList {
  users: AdminUser[];
  /** Where the next page begins; null at the end. */
  cursor: string | null;
  /** On all pages. */
  total: number;
}

/**
 * The accounts whose username holds `search`, regardless of case and Unicode form. Sorted by the time of suspension,
 * those that are not suspended come last in both directions.
 * @throws {Invalid} for a cursor that is none of this order
 */
export async function listUsers(db: Kysely<DB>, wanted: Wanted): Promise<UserList> {
  const after = wanted.cursor === undefined ? undefined : parseCursor(wanted.cursor, wanted.sort);
  const [{ rows }, counted] = await Promise.all([
    usersQuery(wanted, after).execute(db),
    totalQuery(wanted).execute(db),
  ]);
  const page = rows.slice(0, wanted.limit);
  const last = page.at(-1);
  return {
    users: page.map(adminUser),
    cursor: rows.length > wanted.limit && last ? cursorAfter(last, wanted.sort) : null,
    total: counted.rows[0]?.total ?? 0,
  };
}

/** An account as the administrator sees it; nothing else of it leaves. */
export const adminUser = (row: AdminRow): AdminUser => ({
  id: row.id,
  username: row.username,
  isActive: row.is_active,
  suspendedAt: row.suspended_at?.toISOString() ?? null,
  suspensionReason: row.suspension_reason,
  suspendedBy: row.suspended_by,
});

type Row = AdminRow & Position;

const COLUMNS = sql.raw([...ADMIN_COLUMNS, 'username_key'].join(', '));
// Part of the statement, so that PostgreSQL plans it once, for all limits.
const ROWS = sql.lit(LIST_LIMIT.most + 1);

/** The rows after `after`, more than any page holds. Exported for the test that looks at its plan. */
export function usersQuery(wanted: Wanted, after?: Position): RawBuilder<Row> {
  const [direction, beyond] = wanted.sort.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const part = (order: RawBuilder<unknown>, ...conditions: RawBuilder<unknown>[]) =>
    sql<Row>`select ${COLUMNS} from accounts where ${all([...matching(wanted), ...conditions])}
      order by ${order} limit ${ROWS}`;
  switch (columnOf(wanted.sort)) {
    case 'id':
      return part(sql`id ${direction}`, ...(after ? [sql`id ${beyond} ${after.id}`] : []));
    case 'username': {
      const rest = after ? [sql`username_key ${beyond} ${after.username_key}`] : [];
      return part(sql`username_key ${direction}`, ...rest);
    }
    case 'suspendedAt': {
      // Read apart, because an index has those without a time last in one direction and first in the other.
      const order = sql`suspended_at ${direction}, id ${direction}`;
      const active = part(
        sql`id ${direction}`,
        sql`is_active`,
        ...(after?.suspended_at === null ? [sql`id ${beyond} ${after.id}`] : []),
      );
      if (after?.suspended_at === null) return active;
      const rest = after ? [sql`(suspended_at, id) ${beyond} (${after.suspended_at}, ${after.id})`] : [];
      if (wanted.suspendedOnly) return part(order, ...rest);
      const suspended = part(order, suspendedBy(wanted), ...rest);
      return sql`select * from ((${suspended}) union all (${active})) as users
        order by suspended_at ${direction} nulls last, id ${direction} limit ${ROWS}`;
    }
  }
}

/** How many there are on all pages. Exported for the same test. */
export const totalQuery = (wanted: Wanted) =>
  sql<{ total: number }>`select count(*)::int as total from accounts where ${all(matching(wanted))}`;

function matching(wanted: Wanted): RawBuilder<unknown>[] {
  const part = usernameKey(wanted.search).replace(/[\\%_]/g, '\\$&');
  // A zero byte, which PostgreSQL takes in no text, is in no name either.
  const hasPart = part.includes('\0') ? sql`false` : sql`username_key like ${`%${part}%`}`;
  return [...(wanted.search ? [hasPart] : []), ...(wanted.suspendedOnly ? [suspendedBy(wanted)] : [])];
}

/** The same said in two ways: each is that of the index that has the order. */
const suspendedBy = ({ sort }: Wanted) =>
  columnOf(sort) === 'suspendedAt' ? sql`suspended_at is not null` : sql`not is_active`;

const all = (conditions: RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
