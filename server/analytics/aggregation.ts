import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

// A batch takes about a second, well below the statement timeout.
const AGGREGATION_BATCH_SIZE = 20_000;

/**
 * Adds new events to the daily totals: each event once, in any number of processes and wherever one of them dies. A job that runs
 * every minute. Events of open transactions, and all later ones, wait for the next run.
 * See docs/decisions/0036-event-aggregation-by-transaction-id.md.
 */
export async function aggregateEvents(db: Kysely<DB>): Promise<void> {
  while (await db.transaction().execute(aggregateBatch)) {}
}

/** Aggregates one batch and advances the mark; returns whether there may be more. */
async function aggregateBatch(trx: Transaction<DB>): Promise<boolean> {
  // Lock before reading the mark: until then another process may advance it.
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
 * After a restore into another server transaction ids start again, and the ids of restored events would occur twice. Marks all
 * restored events as aggregated, which loses the events of at most the last minute.
 */
async function resetTransactionIds(trx: Transaction<DB>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`update events set tx = '0'`.execute(trx);
  await sql`update events_added_up set before_tx = '1'`.execute(trx);
}

// The totals of a deleted listing are deleted, and not created again.
const listingExists = sql`exists (select from listings l where l.id = new_events.listing_id)`;

/** Adds the events of a range of transaction ids to all totals, in one statement that reads them once. Exported for its test. */
export const aggregationQuery = (from: string, until: string) => sql`
  with new_events as materialized (
    select kind, who, listing_id, subject, booking_id, is_new_visitor, seconds, coalesce(origin, 'Unknown') as origin,
      coalesce(device, 'Unknown') as device, coalesce(language, 'Unknown') as language, via, who = 'visitor' as counts, moment::date as day,
      extract(hour from moment)::int::text as hour
    from events cross join lateral (select at at time zone 'America/Los_Angeles' as moment) as local
    where tx >= ${from}::xid8 and tx < ${until}::xid8
  ), by_listing as (
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
    from new_events where ${listingExists}
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
  ), by_view_part as (
    insert into listing_view_parts as p (listing_id, day, part, name, views)
    select listing_id, day, part, name, count(*)
    from new_events
    cross join lateral (values ('hour', hour), ('device', device), ('origin', origin), ('language', language), ('source', via)) as parts (part, name)
    where counts and kind = 'view' and name is not null and ${listingExists}
    group by listing_id, day, part, name
    on conflict (listing_id, day, part, name) do update set views = p.views + excluded.views
  ), by_site as (
    insert into site_days as d (day, page_views, visitors, listing_views, bot_events, phone_clicks, website_clicks)
    select day,
      count(*) filter (where counts and kind = 'page'),
      count(*) filter (where counts and is_new_visitor),
      count(*) filter (where counts and kind = 'view'),
      count(*) filter (where who = 'bot'),
      count(*) filter (where counts and kind = 'phone'),
      count(*) filter (where counts and kind = 'website')
    from new_events group by day
    on conflict (day) do update set
      page_views = d.page_views + excluded.page_views,
      visitors = d.visitors + excluded.visitors,
      listing_views = d.listing_views + excluded.listing_views,
      bot_events = d.bot_events + excluded.bot_events,
      phone_clicks = d.phone_clicks + excluded.phone_clicks,
      website_clicks = d.website_clicks + excluded.website_clicks
  ), by_page as (
    insert into page_days as d (day, path, views)
    select day, subject, count(*) from new_events where counts and kind = 'page'
    group by day, subject
    on conflict (day, path) do update set views = d.views + excluded.views
  ), by_slot as (
    insert into slot_days as d (day, slot, impressions, clicks)
    select day, subject, count(*) filter (where kind = 'slot'), count(*) filter (where kind = 'slot-click')
    from new_events where counts and kind in ('slot', 'slot-click')
    group by day, subject
    on conflict (day, slot) do update set
      impressions = d.impressions + excluded.impressions, clicks = d.clicks + excluded.clicks
  ), by_booking as (
    insert into ad_booking_days as d (booking_id, day, impressions, clicks)
    select e.booking_id, e.day, count(*) filter (where e.kind = 'slot'), count(*) filter (where e.kind = 'slot-click')
    from new_events e join ad_bookings b on b.id = e.booking_id and b.slot = e.subject
    where e.counts
    group by e.booking_id, e.day
    on conflict (booking_id, day) do update set
      impressions = d.impressions + excluded.impressions, clicks = d.clicks + excluded.clicks
  )`;
