import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/schema.ts';

const KEY = 'last-backup';

/** Records that a backup was completed. */
export async function recordBackup(db: Kysely<DB>, at: string): Promise<void> {
  await sql`
    insert into settings (key, value) values (${KEY}, to_jsonb(${at}::text))
    on conflict (key) do update set value = excluded.value`.execute(db);
}

/** When the last complete backup began; null if there is none. */
export async function readLastBackup(db: Kysely<DB>): Promise<Date | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  return row ? new Date(row.value as string) : null;
}
