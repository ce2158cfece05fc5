import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { DB } from '#server/platform/db/schema.ts';

const KEY = 'restored';

/** When a database was restored from a backup, if it still counts as a copy: it sends no emails and moves no money. */
export interface Restored {
  at: string;
  /** The name of the backup. */
  backup: string;
}

/** Marks a database as a restored copy. */
export const markRestored = (client: pg.Client, backup: string) =>
  client.query(
    `insert into settings (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value`,
    [KEY, JSON.stringify({ at: new Date().toISOString(), backup } satisfies Restored)],
  );

/** Null for the site itself. */
export async function readRestored(db: Kysely<DB>): Promise<Restored | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  return (row?.value as Restored | undefined) ?? null;
}

/**
 * Makes a copy the site itself, from the next start on.
 * @returns false when it was that
 */
export async function confirmRestored(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`delete from settings where key = ${KEY} returning key`.execute(db);
  return rows.length > 0;
}
