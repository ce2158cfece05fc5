import { type Kysely, sql, type Transaction } from 'kysely';
import type { StaffSession } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { describeDevice } from '#server/accounts/devices/user-agent.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { type CurrentUser, isSessionValid } from '#server/platform/http/sessions.ts';
import { roleOf } from '#server/platform/http/staff-role.ts';
import { holdPermission } from './permission.ts';

/**
 * The open sessions of a member of the staff, most recently used first; at most 50.
 * @param user who asks, whose own session is marked
 * @throws {NotFound} when the account is not on the staff
 */
export async function listMemberSessions(
  db: Kysely<DB>,
  { sessionId }: Pick<CurrentUser, 'sessionId'>,
  id: number,
): Promise<StaffSession[]> {
  await findMember(db, id);
  const rows = await db
    .selectFrom('sessions as s')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at', sql<string | null>`network::text`.as('network')])
    .where('account_id', '=', id)
    .where(isSessionValid)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.user_agent),
    network: row.network,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    current: row.id === sessionId,
  }));
}

/**
 * Ends one session of a member of the staff, or all of them, but never the one of the request.
 * @param which the number of the session; 'all' for all
 * @throws {NotFound} when the account is not on the staff, or that session has ended
 */
export function endMemberSessions(
  db: Kysely<DB>,
  { id, which, reason, by }: { id: number; which: number | 'all'; reason: string; by: CurrentUser },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await holdPermission(trx, by.accountId);
    const { username } = await findMember(trx, id);
    const before = await countSessions(trx, id);
    const ended = await trx
      .deleteFrom('sessions')
      .where('account_id', '=', id)
      .where('id', '<>', by.sessionId)
      .$if(which !== 'all', (query) => query.where('id', '=', which as number))
      .returning('id')
      .execute();
    if (ended.length === 0 && which !== 'all') throw new NotFound(t('This session has already ended.'));
    await recordAuditEvent(trx, {
      kind: 'sessions-ended',
      accountId: id,
      username,
      actorId: by.accountId,
      reason,
      before: { sessions: before },
      after: { sessions: await countSessions(trx, id) },
    });
  });
}

async function countSessions(trx: Transaction<DB>, id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sessions s where account_id = ${id} and ${isSessionValid}`.execute(trx);
  return rows[0]?.n ?? 0;
}

async function findMember(db: Kysely<DB>, id: number): Promise<{ username: string }> {
  const account = await db
    .selectFrom('accounts')
    .select(['username', roleOf('accounts.id').as('role')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!account?.role) throw new NotFound(t('They’re not on the team anymore.'));
  return account;
}
