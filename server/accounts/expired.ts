import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { isLive } from '../http/sessions.ts';

const EVERY_MS = 60 * 60 * 1000;

/** Removes sessions, links and counters that have ended: they count no more, and would only take room. */
export async function forgetExpired(db: Kysely<DB>): Promise<void> {
  await sql`delete from sessions s where not ${isLive}`.execute(db);
  await sql`delete from mailed_links where expires_at <= now()`.execute(db);
  await sql`delete from limits where ends_at <= now()`.execute(db);
}

/**
 * Does so now and every hour.
 * @param failed called with what kept it from being done; it is tried again the next hour
 */
export function keepForgetting(db: Kysely<DB>, failed: (error: unknown) => void): { close(): Promise<void> } {
  const forget = () => forgetExpired(db).catch(failed);
  let done = forget();
  const timer = setInterval(() => {
    done = forget();
  }, EVERY_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await done;
    },
  };
}
