import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/schema.ts';

const KEY = 'last-backup';

/** Records that a backup was completed. */
export async function recordBackup(db: Kysely<DB>, at: string): Promise<void> {
  await sql`
    insert into settings (key, value) values (${KEY}, to_jsonb(${at}::text))
    on conflict (key) do update set value = excluded.value`.execute(db);
}
