import { sql } from 'kysely';
import type { Overview } from '#contract/analytics.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import type { DateRange } from './date-range.ts';
import { OTHER_PAGES } from './known-pages.ts';

const MAX_TOP_PAGES = 20;

/** A row of `listingsQuery`. */
export type ListingsRow = Omit<Overview['listings'], 'active' | 'free' | 'unclaimed'> & { claimed: number };

/** The current numbers of listings that are paid for, owned or not public. Exported, like the other queries, for the test of their query plans. */
export const listingsQuery = sql<ListingsRow>`
  select paid.*, owned.*, unseen.*
  from (
    select count(*) filter (where shown_level = 'enhanced') as enhanced, count(*) filter (where shown_level = 'premium') as premium
    from public_listings where level <> 'free'
  ) as paid, (
    select count(*) filter (where status = 'draft') as drafts,
      count(*) filter (where status = 'active' and expires_at <= now()) as expired,
      count(*) filter (where status = 'active' and not owner_suspended and owner_id is not null
        and (expires_at is null or expires_at > now())) as claimed
    from listings where owner_id is not null or expires_at is not null
  ) as owned, (
    select count(*) filter (where status = 'paused') as paused, count(*) filter (where status = 'hidden') as hidden
    from listings where status in ('paused', 'hidden', 'deleted') or owner_suspended
  ) as unseen`;

export const accountsQuery = sql<Overview['accounts']>`
  select count(*) as "all", (select count(*) from accounts where not is_active) as suspended from accounts`;

export interface SiteDayRow {
  day: string;
  pageViews: number;
  visitors: number;
  listingViews: number;
  phoneClicks: number;
  websiteClicks: number;
  requests: number;
  botRequests: number;
  botEvents: number;
  droppedEvents: number;
  refusedEvents: number;
}

export const siteDaysQuery = ({ from, to }: DateRange) => sql<SiteDayRow>`
  select day::text, page_views as "pageViews", visitors, listing_views as "listingViews",
    phone_clicks as "phoneClicks", website_clicks as "websiteClicks", requests,
    bot_requests as "botRequests", bot_events as "botEvents", dropped_events as "droppedEvents",
    refused_events as "refusedEvents"
  from site_days where day between ${from} and ${to}`;

/** A day without activity. */
export const NO_ACTIVITY = { day: '', newAccounts: 0, payments: 0, paidCents: 0, discountCents: 0, refundedCents: 0 };

/** The days with new accounts or payments. Amounts are those of the mode's ledger. */
export const activityQuery = (mode: PaymentMode, { from, to }: DateRange) => {
  // The bounds are subqueries, because expressions would be evaluated for every row.
  const within = (column: string) => sql`
    ${sql.ref(column)} >= (select ${from}::timestamp at time zone 'America/Los_Angeles')
    and ${sql.ref(column)} < (select (${to}::date + 1)::timestamp at time zone 'America/Los_Angeles')`;
  return sql<typeof NO_ACTIVITY>`
    select (at at time zone 'America/Los_Angeles')::date::text as day,
      count(*) filter (where kind = 'account') as "newAccounts",
      count(*) filter (where kind = 'charge') as payments,
      coalesce(sum(cents) filter (where kind = 'charge'), 0) as "paidCents",
      coalesce(sum(discount) filter (where kind = 'charge'), 0) as "discountCents",
      coalesce(-sum(cents) filter (where kind <> 'charge'), 0) as "refundedCents"
    from (
      select 'account' as kind, created_at as at, null::integer as cents, null::integer as discount from accounts where ${within('created_at')}
      union all
      select kind, at, ledger.amount_cents, discount_cents from ledger join payments on payments.id = payment_id
      where ${within('at')} and ledger.currency = 'usd' and mode = ${mode}) as activity
    group by (at at time zone 'America/Los_Angeles')::date`;
};

/** A day without new listings. */
export const NO_LISTINGS = { newListings: 0, importedListings: 0 };

/**
 * The number of listings that people posted on each day, and of those that were imported, without drafts and samples. One range of an index for each day, because a day on
 * which a region was imported has a million, whose dates are not computed one by one.
 */
export const newListingsQuery = ({ from, to }: DateRange) => sql<{ day: string } & typeof NO_LISTINGS>`
  select day::date::text, posted.count as "newListings", seen.count + unseen.count - posted.count as "importedListings"
  from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day,
    lateral (select count(*) from listings where status = 'active' and not owner_suspended
      and created_at >= day at time zone 'America/Los_Angeles'
      and created_at < (day + interval '1 day') at time zone 'America/Los_Angeles') as seen,
    lateral (select count(*) filter (where status <> 'draft') from listings
      where (status in ('paused', 'hidden', 'deleted') or owner_suspended)
      and created_at >= day at time zone 'America/Los_Angeles'
      and created_at < (day + interval '1 day') at time zone 'America/Los_Angeles') as unseen,
    lateral (select count(*) from listings where source is null and status not in ('draft', 'sample') and status <> 'waiting'
      and created_at >= day at time zone 'America/Los_Angeles'
      and created_at < (day + interval '1 day') at time zone 'America/Los_Angeles') as posted`;

/** How often the page of the search was viewed on each day. */
export const searchesQuery = ({ from, to }: DateRange) => sql<{ day: string; searches: number }>`
  select day::text, views as searches from page_days where day between ${from} and ${to} and path = '/search'`;

/** The conversations that began on each day, of those that the business received. Their last message is not before their first. */
export const siteLeadsQuery = ({ from, to }: DateRange) => sql<{ day: string; leads: number }>`
  select (created_at at time zone 'America/Los_Angeles')::date::text as day, count(*) as leads
  from conversations
  where opened_at is not null and last_message_at >= (select ${from}::timestamp at time zone 'America/Los_Angeles')
    and created_at >= (select ${from}::timestamp at time zone 'America/Los_Angeles')
    and created_at < (select (${to}::date + 1)::timestamp at time zone 'America/Los_Angeles')
  group by 1`;

export const topPagesQuery = ({ from, to }: DateRange) => sql<Overview['topPages'][number]>`
  select path, sum(views) as views from page_days
  where day between ${from} and ${to} and path <> ${OTHER_PAGES}
  group by path order by views desc, path limit ${sql.lit(MAX_TOP_PAGES)}`;

export const slotsQuery = ({ from, to }: DateRange) => sql<Overview['slots'][number]>`
  select slot, sum(impressions) as impressions, sum(clicks) as clicks from slot_days
  where day between ${from} and ${to} group by slot order by slot`;

export const aggregatedAtQuery = sql<{ at: Date }>`select at from events_added_up`;
