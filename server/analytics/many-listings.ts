import { sql } from 'kysely';
import type { BranchNumbers } from '#contract/ownership/organizations.ts';
import type { DateRange } from './date-range.ts';
import { MAX_PENDING_EVENTS } from './pending-events.ts';

/**
 * The metrics of several listings in a range: from the totals, from the events that are not in them yet, and the conversations that they
 * received. One statement, so that what the aggregation moves meanwhile is read once. Listings of which nothing was counted are left out.
 */
export const manyListingsQuery = (ids: number[], { from, to }: DateRange) => sql<
  { listingId: number } & NonNullable<BranchNumbers['branches'][number]['numbers']>
>`
  select listing_id as "listingId", sum(views)::int as views, sum(impressions)::int as impressions,
    sum(website_clicks)::int as "websiteClicks", sum(phone_clicks)::int as "phoneClicks", sum(map_clicks)::int as "mapClicks",
    sum(shares)::int as shares, sum(messages)::int as messages
  from (
    select listing_id, views, impressions, website_clicks, phone_clicks, map_clicks, shares, 0 as messages
    from listing_days where listing_id = any(${ids}::bigint[]) and day between ${from} and ${to}
    union all
    select listing_id, (kind = 'view')::int, (kind = 'impression')::int, (kind = 'website')::int, (kind = 'phone')::int,
      (kind = 'map')::int, (kind = 'share')::int, 0
    from (
      select * from events where tx >= (select before_tx from events_added_up) order by tx limit ${sql.lit(MAX_PENDING_EVENTS)}
    ) as pending
    where listing_id = any(${ids}::bigint[]) and who = 'visitor'
      and (at at time zone 'America/Los_Angeles')::date between ${from}::date and ${to}::date
    union all
    select listing_id, 0, 0, 0, 0, 0, 0, 1 from conversations
    where listing_id = any(${ids}::bigint[]) and (opened_at at time zone 'America/Los_Angeles')::date between ${from}::date and ${to}::date
  ) as counted
  group by listing_id`;
