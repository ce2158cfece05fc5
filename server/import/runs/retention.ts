import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/** For how long an import can be undone. Then what the undo needs is deleted. */
export const UNDO_DAYS = 90;

/** Whether a row of `imports` ended too long ago to be undone; one that was cut off and never continued ended when it began. */
export const isTooOld = sql`(state in ('running', 'finished')
  and coalesce(finished_at, started_at) < now() - make_interval(days => ${sql.lit(UNDO_DAYS)}))`;

const BATCH = 5000;

/**
 * Deletes what the undo of old imports needs. Rows that were merged into a listing stay, because the next import of their source would add
 * them. Runs daily.
 */
export async function deleteOldImportHistory(db: Kysely<DB>): Promise<void> {
  await sql`
    update imports set state = 'finished', finished_at = started_at where state = 'running' and ${isTooOld}`.execute(
    db,
  );
  for (let deleted = BATCH; deleted === BATCH; ) {
    const { numAffectedRows } = await historyQuery(BATCH).execute(db);
    deleted = Number(numAffectedRows);
  }
}

/** Deletes at most so many rows. Exported for the test of its query plan. */
export const historyQuery = (limit: number) => sql`
  with old as materialized (
    select h.* from imports i cross join lateral (
      select import_id, listing_id from import_listings where import_id = i.id limit ${limit}) as h
    where ${isTooOld} limit ${limit}
  )
  delete from import_listings h using old where h.import_id = old.import_id and h.listing_id = old.listing_id`;
