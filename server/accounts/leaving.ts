import type { Kysely } from 'kysely';
import type { DB } from '../db/schema.ts';
import { Conflict, Forbidden } from '../http/errors.ts';
import { spend } from '../http/limits.ts';
import type { SignedIn } from '../http/sessions.ts';
import { record } from './audit.ts';
import type { Belongings } from './belongings.ts';
import { listSessions } from './own-sessions.ts';
import { proveOwner } from './proof.ts';
import { findUser } from './user.ts';

const EXPORTS = { most: 10, seconds: 60 * 60 };
const MOST_ENTRIES = 10_000;

/**
 * All that we hold about an account, but for what would open it: profile, sessions, the newest 10,000 entries of the record,
 * and what it has in other nouns.
 * @throws {TooMany} after 10 in an hour
 */
export async function exportAccount(
  db: Kysely<DB>,
  asker: SignedIn,
  belongings: Belongings[],
): Promise<Record<string, unknown>> {
  const { accountId } = asker;
  await spend(db, `export:${accountId}`, EXPORTS);
  const history = await db
    .selectFrom('audit')
    .select(['at', 'kind', 'reason'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST_ENTRIES)
    .execute();
  const agents = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent'])
    .where('account_id', '=', accountId)
    .execute();
  const agentOf = new Map(agents.map(({ id, user_agent }) => [id, user_agent]));
  const data: Record<string, unknown> = {
    profile: await findUser(db, accountId),
    sessions: (await listSessions(db, asker)).map((session) => ({ ...session, userAgent: agentOf.get(session.id) })),
    history,
  };
  for (const { name, of } of belongings) data[name] = await of(db, accountId);
  return data;
}

/**
 * Deletes an account with its sessions, links and belongings. That it was deleted stays in the record.
 * @throws {Forbidden} for account 1: there must be an administrator
 * @throws {Invalid} when the password is not right
 */
export async function deleteAccount(
  db: Kysely<DB>,
  { accountId, isAdmin }: SignedIn,
  password: string,
  belongings: Belongings[],
): Promise<void> {
  if (isAdmin) throw new Forbidden('The account of the administrator cannot be deleted.');
  const account = await proveOwner(db, accountId, password, 'password');
  await db.transaction().execute(async (trx) => {
    const locked = await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .where('password_hash', '=', account.password_hash)
      .forUpdate()
      .executeTakeFirst();
    if (!locked) throw new Conflict('Your account was changed elsewhere just now.');
    for (const { remove } of belongings) await remove(trx, accountId);
    await trx.deleteFrom('accounts').where('id', '=', accountId).execute();
    await record(trx, { kind: 'deleted', accountId, username: account.username });
  });
}
