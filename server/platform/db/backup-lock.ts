import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

// The advisory lock of a running backup. 1 and 2 of the first number are the embedded server's.
const LOCK = [1936682851, 3] as const;

/**
 * Waits for no other backup: takes the lock for as long as the connection lives.
 * @returns false when another backup of the database runs
 */
export async function lockBackups(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [...LOCK]);
  return rows[0]?.locked === true;
}

/**
 * Whether a backup runs. A statement that finds none has a snapshot before that of a backup which begins meanwhile: so the files that
 * it finds to be orphaned belong to no row of that backup.
 */
export const isBackupRunning: RawBuilder<boolean> = sql<boolean>`exists (
  select from pg_locks where locktype = 'advisory' and classid = ${sql.lit(LOCK[0])} and objid = ${sql.lit(LOCK[1])} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database()))`;
