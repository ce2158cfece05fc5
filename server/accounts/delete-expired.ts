import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { isSessionValid } from '../http/sessions.ts';

/** Deletes expired sessions, email tokens and rate limits, which have no effect any more. Runs hourly. */
export async function deleteExpired(db: Kysely<DB>): Promise<void> {
  await sql`delete from sessions s where not ${isSessionValid}`.execute(db);
  await sql`delete from mailed_links where expires_at <= now()`.execute(db);
  await sql`delete from limits where ends_at <= now()`.execute(db);
}
