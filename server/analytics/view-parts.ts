import { type Kysely, sql } from 'kysely';
import { MAX_ANALYTICS_DAYS } from '#contract/limits.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { addDays } from './date-range.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';

/** The setting with the first month whose views by hour, device and origin are stored by day; those of earlier months are by month. */
const MARK = 'view-parts-by-day-from';
const LISTINGS_IN_BATCH = 1000;

/**
 * Merges the views by hour, device and origin of past months into the first day of their month, once no range of the analytics that
 * ends today reaches them. May be interrupted at any point, and goes on at the next run. A daily job.
 */
export async function mergeViewParts(db: Kysely<DB>, now = new Date()): Promise<void> {
  const until = toMonth(addDays(toLosAngelesDate(now), -MAX_ANALYTICS_DAYS));
  const { rows } = await sql<{ month: string | null }>`
    select coalesce((select value #>> '{}' from settings where key = ${MARK}), min(day)::text) as month
    from site_days`.execute(db);
  const [{ month: first }] = rows as [{ month: string | null }];
  if (first === null) return;
  for (let month = toMonth(first); month < until; month = toNextMonth(month)) {
    await mergeMonth(db, month);
    await sql`
      insert into settings (key, value) values (${MARK}, to_jsonb(${toNextMonth(month)}::text))
      on conflict (key) do update set value = excluded.value`.execute(db);
  }
}

async function mergeMonth(db: Kysely<DB>, month: string) {
  let after = 0;
  for (;;) {
    const { rows } = await sql<{ last: number | null }>`
      select max(id) as last from (
        select id from listings where id > ${after} order by id limit ${sql.lit(LISTINGS_IN_BATCH)}) as batch`.execute(
      db,
    );
    const last = rows[0]?.last;
    if (!last) return;
    await mergeViewPartsQuery({ after, last, month }).execute(db);
    after = last;
  }
}

/** Merges a month of the listings with these ids. Exported for the test of its query plan. */
export const mergeViewPartsQuery = ({ after, last, month }: { after: number; last: number; month: string }) => sql`
  with moved as (
    delete from listing_view_parts p using listings l
    where l.id > ${after} and l.id <= ${last} and p.listing_id = l.id
      and p.day > ${month}::date and p.day < ${toNextMonth(month)}::date
    returning p.listing_id, p.part, p.name, p.views
  )
  insert into listing_view_parts as p (listing_id, day, part, name, views)
  select listing_id, ${month}::date, part, name, sum(views) from moved group by listing_id, part, name
  on conflict (listing_id, day, part, name) do update set views = p.views + excluded.views`;

const toMonth = (day: string) => `${day.slice(0, 7)}-01`;
const toNextMonth = (month: string) => toMonth(addDays(month, 31));
