import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { isSessionValid } from '../http/sessions.ts';

/** Removes sessions, links and counters that have ended: they count no more, and would only take room. An hourly job. */
export async function deleteExpired(db: Kysely<DB>): Promise<void> {
  await sql`delete from sessions s where not ${isSessionValid}`.execute(db);
  await sql`delete from mailed_links where expires_at <= now()`.execute(db);
  await sql`delete from limits where ends_at <= now()`.execute(db);
}
