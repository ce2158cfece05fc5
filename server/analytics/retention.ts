import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { OTHER_PAGES } from './known-pages.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';

const MAX_PAGES_PER_DAY = 2000;

/**
 * Merges the least viewed pages of past days into '(other pages)'. It waits for the end of the day, when the final order is known.
 * An hourly job.
 */
export async function compactPages(db: Kysely<DB>, now = new Date()): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Blocks the aggregation of late events meanwhile.
    await sql`select from events_added_up for update`.execute(trx);
    await compactPagesQuery(toLosAngelesDate(now)).execute(trx);
  });
}

// Older events are deleted, so totals of earlier days no longer change.
const RETENTION_DAYS = 90;

/** Exported for the test of its query plan. */
export const compactPagesQuery = (today: string) => sql`
  with ranked as (
    select day, path, row_number() over (partition by day order by views desc, path) as rank
    from page_days
    where day >= ${today}::date - ${sql.lit(RETENTION_DAYS)} and day < ${today}::date and path <> ${OTHER_PAGES}
  ), removed as (
    delete from page_days d using ranked r
    where d.day = r.day and d.path = r.path and rank > ${sql.lit(MAX_PAGES_PER_DAY)}
    returning d.day, d.views
  )
  insert into page_days as d (day, path, views)
  select day, ${OTHER_PAGES}, sum(views) from removed group by day
  on conflict (day, path) do update set views = d.views + excluded.views`;

const DELETE_BATCH_SIZE = 20_000;

/** Deletes aggregated events older than 90 days. An hourly job. */
export async function deleteOldEvents(db: Kysely<DB>): Promise<void> {
  let deleted: bigint | undefined;
  do deleted = (await deleteOldEventsQuery.execute(db)).numAffectedRows;
  while (deleted === BigInt(DELETE_BATCH_SIZE));
}

/** Exported for the test of its query plan. */
export const deleteOldEventsQuery = sql`
  delete from events where id in (
    select id from events
    where at < now() - make_interval(days => ${sql.lit(RETENTION_DAYS)}) and tx < (select before_tx from events_added_up)
    order by at limit ${sql.lit(DELETE_BATCH_SIZE)})`;
