import { type Kysely, sql } from 'kysely';
import type { Session } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { describeDevice } from '#server/accounts/devices/user-agent.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { type CurrentUser, isSessionValid } from '#server/platform/http/sessions.ts';

/** The sessions of an account, most recently used first; at most 50. */
export async function listSessions(db: Kysely<DB>, { accountId, sessionId }: CurrentUser): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where(isSessionValid)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.user_agent),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    current: row.id === sessionId,
  }));
}

/**
 * Ends one session of the account.
 * @throws {NotFound} when that session is not the account's
 */
export async function revokeSession(db: Kysely<DB>, { accountId }: CurrentUser, id: number): Promise<void> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw new NotFound(t('You’re no longer signed in on that device.'));
}

/** Ends all sessions of the account except the current one. */
export async function revokeOtherSessions(db: Kysely<DB>, { accountId, sessionId }: CurrentUser): Promise<void> {
  await sql`delete from sessions where account_id = ${accountId} and id <> ${sessionId}`.execute(db);
}
