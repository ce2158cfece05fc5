import { sql } from 'kysely';
import type { DayRow, ViewPartRow } from './metric-rows.ts';

// As many as a run of the aggregation takes at a time. More wait for it.
export const MAX_PENDING_EVENTS = 20_000;

/** Events of a listing that are not in its totals yet, of one hour, device, origin, language and source. */
export type PendingRow = DayRow & Record<'hour' | 'device' | 'origin' | 'language', string> & { via: string | null };

/**
 * The events of a listing that the next run of `aggregateEvents` adds to its totals. Read them in the same snapshot as the totals, or some
 * count twice or not at all.
 */
export const pendingEventsQuery = (listingId: number) => sql<PendingRow>`
  select moment::date::text as day, extract(hour from moment)::int::text as hour, coalesce(device, 'Unknown') as device,
    coalesce(origin, 'Unknown') as origin, coalesce(language, 'Unknown') as language, via,
    count(*) filter (where counts and kind = 'view')::int as views,
    count(*) filter (where counts and kind = 'impression')::int as impressions,
    count(*) filter (where counts and kind = 'website')::int as "websiteClicks",
    count(*) filter (where counts and kind = 'phone')::int as "phoneClicks",
    count(*) filter (where counts and kind = 'map')::int as "mapClicks",
    count(*) filter (where counts and kind = 'share')::int as shares,
    count(*) filter (where counts and kind = 'stay')::int as stays,
    coalesce(sum(seconds) filter (where counts), 0)::int as "staySeconds",
    count(*) filter (where who = 'bot' and kind = 'view')::int as "botViews",
    count(*) filter (where who in ('owner', 'administrator') and kind = 'view')::int as "ownViews"
  from (
    select * from events where tx >= (select before_tx from events_added_up) order by tx limit ${sql.lit(MAX_PENDING_EVENTS)}
  ) as pending
  cross join lateral (select at at time zone 'America/Los_Angeles' as moment, who = 'visitor' as counts) as event
  where listing_id = ${listingId}
  group by 1, 2, 3, 4, 5, 6`;

/** The views in pending events by hour, device, origin, language and source. */
export const toViewParts = (rows: PendingRow[]): ViewPartRow[] =>
  rows
    .filter(({ views }) => views > 0)
    .flatMap(({ hour, device, origin, language, via, views }) => [
      { part: 'hour', name: hour, views },
      { part: 'device', name: device, views },
      { part: 'origin', name: origin, views },
      { part: 'language', name: language, views },
      ...(via === null ? [] : [{ part: 'source' as const, name: via, views }]),
    ]);
