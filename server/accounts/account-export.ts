import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import type { CurrentUser } from '#server/platform/http/sessions.ts';
import { listSessions } from './account-sessions.ts';
import type { PersonalData } from './personal-data.ts';
import { findUser } from './user.ts';

const EXPORT_RATE_LIMIT = { limit: 10, windowSeconds: 60 * 60 };
const MAX_AUDIT_ENTRIES = 10_000;

/**
 * Everything stored about an account except credentials: profile, sessions, the newest 10,000 entries of the audit log, and the
 * personal data of other nouns.
 * @throws {TooManyRequests} after 10 in an hour
 */
export async function exportAccount(
  db: Kysely<DB>,
  user: CurrentUser,
  personalData: PersonalData[],
): Promise<Record<string, unknown>> {
  const { accountId } = user;
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
    .select(['id', 'user_agent', sql<string | null>`network::text`.as('network')])
    .where('account_id', '=', accountId)
    .execute();
  const details = new Map(agents.map(({ id, user_agent: userAgent, network }) => [id, { userAgent, network }]));
  const data: Record<string, unknown> = {
    profile: await findUser(db, accountId),
    sessions: (await listSessions(db, user)).map((session) => ({
      ...session,
      ...details.get(session.id),
    })),
    history,
  };
  for (const { name, export: of } of personalData) data[name] = await of(db, accountId);
  return data;
}
