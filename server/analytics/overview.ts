import { type Kysely, sql } from 'kysely';
import type { Overview } from '#contract/analytics.ts';
import type { DB } from '../db/schema.ts';
import type { PaymentMode } from '../stripe/payment-provider.ts';
import { type DateRange, listDays } from './date-range.ts';
import { OTHER_PAGES } from './known-pages.ts';

const MAX_TOP_PAGES = 20;

/** The metrics of the site in a range: page views, new listings, accounts and payments of a mode, and the current totals. */
export async function getOverview(db: Kysely<DB>, mode: PaymentMode, range: DateRange): Promise<Overview> {
  const [listings, accounts, siteDays, activity, topPages, slots, aggregatedAt] = await Promise.all([
    listingsQuery.execute(db),
    accountsQuery.execute(db),
    siteDaysQuery(range).execute(db),
    activityQuery(mode, range).execute(db),
    topPagesQuery(range).execute(db),
    slotsQuery(range).execute(db),
    aggregatedAtQuery.execute(db),
  ]);
  const siteDayByDay = new Map(siteDays.rows.map((row) => [row.day, row]));
  const activityByDay = new Map(activity.rows.map((row) => [row.day, row]));
  const sum = (column: Exclude<keyof SiteDayRow, 'day'>) =>
    siteDays.rows.reduce((total, row) => total + row[column], 0);
  return {
    ...range,
    countedAt: (aggregatedAt.rows as [{ at: Date }])[0].at.toISOString(),
    listings: (listings.rows as [Overview['listings']])[0],
    accounts: (accounts.rows as [Overview['accounts']])[0],
    days: listDays(range).map((date) => {
      const { pageViews = 0, visitors = 0, listingViews = 0 } = siteDayByDay.get(date) ?? {};
      const { day: _day, ...dayActivity } = activityByDay.get(date) ?? NO_ACTIVITY;
      return { date, pageViews, visitors, listingViews, ...dayActivity };
    }),
    topPages: topPages.rows,
    slots: slots.rows,
    requests: { all: sum('requests'), bots: sum('botRequests') },
    botEvents: sum('botEvents'),
    droppedEvents: sum('droppedEvents'),
    refusedEvents: sum('refusedEvents'),
  };
}

/** The current numbers of listings by level and state. Exported, like the other queries, for the test of their query plans. */
export const listingsQuery = sql<Overview['listings']>`
  select count(*) filter (where shown) as active,
    count(*) filter (where shown and level = 'free') as free,
    count(*) filter (where shown and level = 'enhanced') as enhanced,
    count(*) filter (where shown and level = 'premium') as premium,
    count(*) filter (where shown and owner_id is null) as unclaimed,
    count(*) filter (where status = 'draft') as drafts,
    count(*) filter (where status = 'paused') as paused,
    count(*) filter (where status = 'hidden') as hidden,
    count(*) filter (where status = 'active' and expires_at <= now()) as expired
  from (
    select status, expires_at, owner_id,
      case when level <> 'free' and paid_until > now() then level else 'free' end as level,
      status = 'active' and not owner_suspended and (expires_at is null or expires_at > now()) as shown
    from listings) as l`;

export const accountsQuery = sql<Overview['accounts']>`
  select count(*) as "all", (select count(*) from accounts where not is_active) as suspended from accounts`;

interface SiteDayRow {
  day: string;
  pageViews: number;
  visitors: number;
  listingViews: number;
  requests: number;
  botRequests: number;
  botEvents: number;
  droppedEvents: number;
  refusedEvents: number;
}

export const siteDaysQuery = ({ from, to }: DateRange) => sql<SiteDayRow>`
  select day::text, page_views as "pageViews", visitors, listing_views as "listingViews", requests,
    bot_requests as "botRequests", bot_events as "botEvents", dropped_events as "droppedEvents",
    refused_events as "refusedEvents"
  from site_days where day between ${from} and ${to}`;

const NO_ACTIVITY = { day: '', newListings: 0, newAccounts: 0, payments: 0, paidCents: 0, refundedCents: 0 };

/** The days with new listings, new accounts or payments. Amounts are those of the mode's ledger. */
export const activityQuery = (mode: PaymentMode, { from, to }: DateRange) => {
  // The bounds are subqueries, because expressions would be evaluated for every row.
  const within = (column: string) => sql`
    ${sql.ref(column)} >= (select ${from}::timestamp at time zone 'America/Los_Angeles')
    and ${sql.ref(column)} < (select (${to}::date + 1)::timestamp at time zone 'America/Los_Angeles')`;
  return sql<typeof NO_ACTIVITY>`
    select (at at time zone 'America/Los_Angeles')::date::text as day,
      count(*) filter (where kind = 'listing') as "newListings",
      count(*) filter (where kind = 'account') as "newAccounts",
      count(*) filter (where kind = 'charge') as payments,
      coalesce(sum(cents) filter (where kind = 'charge'), 0) as "paidCents",
      coalesce(-sum(cents) filter (where kind <> 'charge'), 0) as "refundedCents"
    from (
      select 'listing' as kind, created_at as at, null::integer as cents from listings
      where ${within('created_at')} and status <> 'draft'
      union all
      select 'account', created_at, null from accounts where ${within('created_at')}
      union all
      select kind, at, ledger.amount_cents from ledger join payments on payments.id = payment_id
      where ${within('at')} and ledger.currency = 'usd' and mode = ${mode}) as activity
    group by (at at time zone 'America/Los_Angeles')::date`;
};

export const topPagesQuery = ({ from, to }: DateRange) => sql<Overview['topPages'][number]>`
  select path, sum(views) as views from page_days
  where day between ${from} and ${to} and path <> ${OTHER_PAGES}
  group by path order by views desc, path limit ${sql.lit(MAX_TOP_PAGES)}`;

export const slotsQuery = ({ from, to }: DateRange) => sql<Overview['slots'][number]>`
  select slot, sum(impressions) as impressions, sum(clicks) as clicks from slot_days
  where day between ${from} and ${to} group by slot order by slot`;

const aggregatedAtQuery = sql<{ at: Date }>`select at from events_added_up`;
