import type { Kysely } from 'kysely';
import type { DB } from '../db/schema.ts';
import { Conflict, Forbidden } from '../http/errors.ts';
import { consumeRateLimit } from '../http/rate-limit.ts';
import type { CurrentUser } from '../http/sessions.ts';
import { listSessions } from './account-sessions.ts';
import { recordAuditEvent } from './audit-log.ts';
import type { PersonalData } from './personal-data.ts';
import { findUser } from './user.ts';
import { verifyPassword } from './verify-password.ts';

const EXPORT_RATE_LIMIT = { limit: 10, windowSeconds: 60 * 60 };
const MAX_AUDIT_ENTRIES = 10_000;

/**
 * Everything stored about an account except credentials: profile, sessions, the newest 10,000 entries of the audit log, and the
 * personal data of other nouns.
 * @throws {TooManyRequests} after 10 in an hour
 */
export async function exportAccount(
  db: Kysely<DB>,
  signedIn: CurrentUser,
  personalData: PersonalData[],
): Promise<Record<string, unknown>> {
  const { accountId } = signedIn;
  await consumeRateLimit(db, `export:${accountId}`, EXPORT_RATE_LIMIT);
  const history = await db
    .selectFrom('audit')
    .select(['at', 'kind', 'reason'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MAX_AUDIT_ENTRIES)
    .execute();
  const agents = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent'])
    .where('account_id', '=', accountId)
    .execute();
  const userAgents = new Map(agents.map(({ id, user_agent }) => [id, user_agent]));
  const data: Record<string, unknown> = {
    profile: await findUser(db, accountId),
    sessions: (await listSessions(db, signedIn)).map((session) => ({
      ...session,
      userAgent: userAgents.get(session.id),
    })),
    history,
  };
  for (const { name, export: of } of personalData) data[name] = await of(db, accountId);
  return data;
}

/**
 * Deletes an account with its sessions, email tokens and personal data. The audit log keeps an entry of the deletion.
 * @throws {Forbidden} for account 1: there must be an administrator
 * @throws {Invalid} when the password is wrong
 */
export async function deleteAccount(
  db: Kysely<DB>,
  { accountId, isAdmin }: CurrentUser,
  password: string,
  personalData: PersonalData[],
): Promise<void> {
  if (isAdmin) throw new Forbidden('The account of the administrator cannot be deleted.');
  const account = await verifyPassword(db, accountId, password, 'password');
  await db.transaction().execute(async (trx) => {
    const locked = await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .where('password_hash', '=', account.password_hash)
      .forUpdate()
      .executeTakeFirst();
    if (!locked) throw new Conflict('Your account was changed elsewhere just now.');
    for (const { erase: remove } of personalData) await remove(trx, accountId);
    await trx.deleteFrom('accounts').where('id', '=', accountId).execute();
    await recordAuditEvent(trx, { kind: 'deleted', accountId, username: account.username });
  });
}
