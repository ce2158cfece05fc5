import { type Kysely, type SqlBool, sql } from 'kysely';
import type { AuditLogEntry, AuditQuery } from '#contract/admin/audit-log.ts';
import { usernameKey } from '#server/accounts/unique-keys.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { paginate, parseCursor, timePosition } from '#server/platform/http/cursor.ts';
import { toShownAuditReason } from './audit-reasons.ts';

/** One page of the audit log. */
export interface AuditEntryList {
  entries: AuditLogEntry[];
  /** The position of the next page; null on the last one. */
  cursor: string | null;
}

/**
 * The entries of the audit log that match the filters, newest first, with the reasons in the language of the request.
 * @throws {Invalid} for a malformed cursor
 */
export async function listAuditEntries(
  db: Kysely<DB>,
  { account, actor, ...query }: AuditQuery,
): Promise<AuditEntryList> {
  const accounts = { about: await findAccountId(db, account), by: await findAccountId(db, actor) };
  const { page, cursor } = paginate(
    await auditEntriesQuery(db, query, accounts).execute(),
    query.limit,
    ({ at, id }) => ({
      id,
      at,
    }),
  );
  const entries = page.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    accountId: row.account_id,
    username: row.username,
    actorId: row.actor_id,
    actor: row.actor,
    role: row.role,
    reason: row.reason && toShownAuditReason(row.kind, row.reason),
    listingId: row.listing_id,
    // `recordAuditEvent` wrote this shape.
    before: row.before as AuditLogEntry['before'],
    after: row.after as AuditLogEntry['after'],
  }));
  return { entries, cursor };
}

/** One page and one more row, about and by accounts of these numbers. Exported for the test of its query plan. */
export function auditEntriesQuery(
  db: Kysely<DB>,
  { accountId, kind, listingId, from, to, cursor, limit }: Omit<AuditQuery, 'account' | 'actor'>,
  { about, by }: { about?: number; by?: number } = {},
) {
  const conditions = [
    ...[accountId, about].flatMap((id) => (id === undefined ? [] : sql<SqlBool>`audit.account_id = ${id}`)),
    ...(by === undefined ? [] : [sql<SqlBool>`audit.actor_id = ${by}`]),
    ...(kind === undefined ? [] : [sql<SqlBool>`audit.kind = ${kind}`]),
    ...(listingId === undefined ? [] : [sql<SqlBool>`audit.listing_id = ${listingId}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`audit.at >= ${startOfDay(from)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`audit.at < ${startOfDay(to, 1)}`]),
  ];
  if (cursor !== undefined) {
    const { at, id } = parseCursor(cursor, timePosition);
    conditions.push(sql`(audit.at, audit.id) < (${at}, ${id})`);
  }
  return db
    .selectFrom('audit')
    .leftJoin('accounts as actors', 'actors.id', 'audit.actor_id')
    .selectAll('audit')
    .select('actors.username as actor')
    .where((where) => where.and(conditions))
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(limit + 1);
}

/** Midnight in Los Angeles, so many days later. */
const startOfDay = (date: string, days = 0) =>
  sql<Date>`((${date}::date + ${sql.lit(days)})::timestamp at time zone 'America/Los_Angeles')`;

/** The number of an account; of none, if there is no account of that name. */
async function findAccountId(db: Kysely<DB>, reference: string | undefined): Promise<number | undefined> {
  if (!reference) return undefined;
  const [, digits] = /^#?([1-9]\d{0,14})$/.exec(reference) ?? [];
  if (digits) return Number(digits);
  // PostgreSQL rejects zero bytes in text, so no username contains one.
  const key = usernameKey(reference).replaceAll('\0', ' ');
  const account = await db.selectFrom('accounts').select('id').where('username_key', '=', key).executeTakeFirst();
  return account?.id ?? 0;
}
