import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

const FAILURE_KEY = 'backup-failure';
// A timer may name a new folder each day.
const MAX_PLACES = 50;

/** Records that a backup was completed, and which began when. A backup elsewhere says nothing about those in a place. */
export async function recordBackup(db: Kysely<DB>, place: string, at: string): Promise<void> {
  await sql`
    insert into settings (key, value) values ('last-backup:' || ${place}::text, to_jsonb(${at}::text))
    on conflict (key) do update set value = excluded.value`.execute(db);
  await sql`
    delete from settings where key in (
      select key from settings where starts_with(key, 'last-backup:') order by value desc offset ${MAX_PLACES}
    ) or (key = ${FAILURE_KEY} and value ->> 'place' = ${place})`.execute(db);
}

/**
 * Selects as `at` when the last complete backup in a place began; null if there is none.
 * @param place null: anywhere, also those of former releases, which did not record where
 */
export const lastBackupQuery = (place: string | null) => ({
  text: `select max((value #>> '{}')::timestamptz) as at from settings where case when $1::text is null
    then key = 'last-backup' or starts_with(key, 'last-backup:') else key = 'last-backup:' || $1 end`,
  values: [place],
});

/** What `lastBackupQuery` finds. */
export async function readLastBackup(db: Kysely<DB>, place: string | null): Promise<Date | null> {
  const { text, values } = lastBackupQuery(place);
  const { rows } = await db.executeQuery<{ at: Date | null }>(CompiledQuery.raw(text, values));
  return rows[0]?.at ?? null;
}

/** Why the last backup that the site tried was not made, in one line. */
export interface BackupFailure {
  at: string;
  cause: string;
}

export async function recordFailure(db: Kysely<DB>, place: string, failure: BackupFailure): Promise<void> {
  await sql`
    insert into settings (key, value) values (${FAILURE_KEY}, ${JSON.stringify({ place, ...failure })}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(db);
}

/** Selects the failure after which no backup was completed in a place. */
export const failureQuery = (place: string | null) => ({
  text: `select value ->> 'at' as at, value ->> 'cause' as cause from settings
    where key = '${FAILURE_KEY}' and value ->> 'place' = $1`,
  values: [place],
});

/** What `failureQuery` finds; null if there is none. */
export async function readFailure(db: Kysely<DB>, place: string | null): Promise<BackupFailure | null> {
  const { text, values } = failureQuery(place);
  const { rows } = await db.executeQuery<BackupFailure>(CompiledQuery.raw(text, values));
  return rows[0] ?? null;
}
