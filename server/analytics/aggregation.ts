import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../db/schema.ts';
import { OTHER_PAGES } from './known-pages.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';

// A step takes a second, far from the time after which statements are cut off.
const AGGREGATION_BATCH_SIZE = 20_000;

/**
 * Adds events to the totals that are kept for good: each of them once, whatever dies, in however many processes at once.
 * A job of every minute. Events of transactions that are still open, and all after them, wait for the next time.
 * See docs/decisions/0036-event-aggregation-by-transaction-id.md.
 */
export async function aggregateEvents(db: Kysely<DB>): Promise<void> {
  while (await db.transaction().execute(aggregateBatch)) {}
}

/** Adds up the next events, and moves the mark over them; tells whether there may be more. */
async function aggregateBatch(trx: Transaction<DB>): Promise<boolean> {
  // What is complete is looked up when the lock is held: until then another process may have come further than we saw.
  await sql`select from events_added_up for update`.execute(trx);
  const { rows } = await sql<{ from: string; until: string; isStep: boolean; isAhead: boolean }>`
    select a.before_tx as "from", coalesce(next.tx, pg_snapshot_xmin(s)) as until, next.tx is not null as "isStep",
      a.before_tx > pg_snapshot_xmax(s) as "isAhead"
    from events_added_up a
    cross join pg_current_snapshot() as s
    left join lateral (
      select tx from events where tx >= a.before_tx and tx < pg_snapshot_xmin(s)
      order by tx offset ${sql.lit(AGGREGATION_BATCH_SIZE - 1)} limit 1
    ) as last on true
    left join lateral (
      select tx from events where tx > last.tx and tx < pg_snapshot_xmin(s) order by tx limit 1
    ) as next on true`.execute(trx);
  const [{ from, until, isStep, isAhead }] = rows as [(typeof rows)[number]];
  if (isAhead) await resetTransactionIds(trx);
  else {
    await sql`${aggregationQuery(from, until)} select`.execute(trx);
    await sql`update events_added_up set before_tx = ${until}, at = now()`.execute(trx);
  }
  return isStep || isAhead;
}

/**
 * Where a dump was loaded into another server, numbers of transactions begin anew, and those that came with it would come
 * again. What is not added up then, a minute's worth, is not any more.
 */
async function resetTransactionIds(trx: Transaction<DB>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`update events set tx = '0'`.execute(trx);
  await sql`update events_added_up set before_tx = '1'`.execute(trx);
}

// A listing that went takes its totals with it.
const listingExists = sql`exists (select from listings l where l.id = told.listing_id)`;

/** Adds the events of these transactions to all totals in one statement, which reads them once. Exported for its test. */
export const aggregationQuery = (from: string, until: string) => sql`
  with told as materialized (
    select kind, who, listing_id, subject, is_new_visitor, seconds, coalesce(origin, 'Unknown') as origin,
      coalesce(device, 'Unknown') as device, who = 'visitor' as counts, moment::date as day,
      extract(hour from moment)::int::text as hour
    from events cross join lateral (select at at time zone 'America/Los_Angeles' as moment) as local
    where tx >= ${from}::xid8 and tx < ${until}::xid8
  ), of_listings as (
    insert into listing_days as d (listing_id, day, views, impressions, website_clicks, phone_clicks, map_clicks, shares,
      stays, stay_seconds, bot_views, own_views)
    select listing_id, day,
      count(*) filter (where counts and kind = 'view'),
      count(*) filter (where counts and kind = 'impression'),
      count(*) filter (where counts and kind = 'website'),
      count(*) filter (where counts and kind = 'phone'),
      count(*) filter (where counts and kind = 'map'),
      count(*) filter (where counts and kind = 'share'),
      count(*) filter (where counts and kind = 'stay'),
      coalesce(sum(seconds) filter (where counts), 0),
      count(*) filter (where who = 'bot' and kind = 'view'),
      count(*) filter (where who in ('owner', 'administrator') and kind = 'view')
    from told where ${listingExists}
    group by listing_id, day
    on conflict (listing_id, day) do update set
      views = d.views + excluded.views,
      impressions = d.impressions + excluded.impressions,
      website_clicks = d.website_clicks + excluded.website_clicks,
      phone_clicks = d.phone_clicks + excluded.phone_clicks,
      map_clicks = d.map_clicks + excluded.map_clicks,
      shares = d.shares + excluded.shares,
      stays = d.stays + excluded.stays,
      stay_seconds = d.stay_seconds + excluded.stay_seconds,
      bot_views = d.bot_views + excluded.bot_views,
      own_views = d.own_views + excluded.own_views
  ), of_views as (
    insert into listing_view_parts as p (listing_id, day, part, name, views)
    select listing_id, day, part, name, count(*)
    from told
    cross join lateral (values ('hour', hour), ('device', device), ('origin', origin)) as parts (part, name)
    where counts and kind = 'view' and ${listingExists}
    group by listing_id, day, part, name
    on conflict (listing_id, day, part, name) do update set views = p.views + excluded.views
  ), of_site as (
    insert into site_days as d (day, page_views, visitors, listing_views, bot_events)
    select day,
      count(*) filter (where counts and kind = 'page'),
      count(*) filter (where counts and is_new_visitor),
      count(*) filter (where counts and kind = 'view'),
      count(*) filter (where who = 'bot')
    from told group by day
    on conflict (day) do update set
      page_views = d.page_views + excluded.page_views,
      visitors = d.visitors + excluded.visitors,
      listing_views = d.listing_views + excluded.listing_views,
      bot_events = d.bot_events + excluded.bot_events
  ), of_pages as (
    insert into page_days as d (day, path, views)
    select day, subject, count(*) from told where counts and kind = 'page'
    group by day, subject
    on conflict (day, path) do update set views = d.views + excluded.views
  ), of_slots as (
    insert into slot_days as d (day, slot, impressions, clicks)
    select day, subject, count(*) filter (where kind = 'slot'), count(*) filter (where kind = 'slot-click')
    from told where counts and kind in ('slot', 'slot-click')
    group by day, subject
    on conflict (day, slot) do update set
      impressions = d.impressions + excluded.impressions, clicks = d.clicks + excluded.clicks
  )`;

const MAX_PAGES_PER_DAY = 2000;

/**
 * Adds the pages of past days that were viewed least to the other pages of their day: only when it is over is it known which
 * they are. An hourly job.
 */
export async function compactPages(db: Kysely<DB>, now = new Date()): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Whoever adds up what came late waits.
    await sql`select from events_added_up for update`.execute(trx);
    await compactPagesQuery(toLosAngelesDate(now)).execute(trx);
  });
}

// No event of an earlier day is left to be added up.
const RETENTION_DAYS = 90;

/** Exported for the test that looks at its plan. */
export const compactPagesQuery = (today: string) => sql`
  with ranked as (
    select day, path, row_number() over (partition by day order by views desc, path) as place
    from page_days
    where day >= ${today}::date - ${sql.lit(RETENTION_DAYS)} and day < ${today}::date and path <> ${OTHER_PAGES}
  ), least as (
    delete from page_days d using ranked r
    where d.day = r.day and d.path = r.path and place > ${sql.lit(MAX_PAGES_PER_DAY)}
    returning d.day, d.views
  )
  insert into page_days as d (day, path, views)
  select day, ${OTHER_PAGES}, sum(views) from least group by day
  on conflict (day, path) do update set views = d.views + excluded.views`;

const DELETE_BATCH_SIZE = 20_000;

/** Throws away events of more than 90 days ago, once they are added up. An hourly job. */
export async function deleteOldEvents(db: Kysely<DB>): Promise<void> {
  let deleted: bigint | undefined;
  do deleted = (await deleteOldEventsQuery.execute(db)).numAffectedRows;
  while (deleted === BigInt(DELETE_BATCH_SIZE));
}

/** Exported for the test that looks at its plan. */
export const deleteOldEventsQuery = sql`
  delete from events where id in (
    select id from events
    where at < now() - make_interval(days => ${sql.lit(RETENTION_DAYS)}) and tx < (select before_tx from events_added_up)
    order by at limit ${sql.lit(DELETE_BATCH_SIZE)})`;
