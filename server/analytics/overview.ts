import type { Kysely } from 'kysely';
import type { Overview } from '#contract/analytics.ts';
import type { Counts } from '#server/places/counts.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import { type DateRange, listDays } from './date-range.ts';
import {
  accountsQuery,
  activityQuery,
  aggregatedAtQuery,
  type ListingsRow,
  listingsQuery,
  NO_ACTIVITY,
  NO_LISTINGS,
  newListingsQuery,
  type SiteDayRow,
  siteDaysQuery,
  slotsQuery,
  topPagesQuery,
} from './overview-queries.ts';

/** The metrics of the site in a range: page views, new listings, accounts and payments of a mode, and the current totals. */
export async function getOverview(
  { db, counts }: { db: Kysely<DB>; counts: Pick<Counts, 'counties'> },
  mode: PaymentMode,
  range: DateRange,
): Promise<Overview> {
  const [listings, accounts, siteDays, activity, newListings, topPages, slots, aggregatedAt] = await Promise.all([
    listingsQuery.execute(db),
    accountsQuery.execute(db),
    siteDaysQuery(range).execute(db),
    activityQuery(mode, range).execute(db),
    newListingsQuery(range).execute(db),
    topPagesQuery(range).execute(db),
    slotsQuery(range).execute(db),
    aggregatedAtQuery.execute(db),
  ]);
  const siteDayByDay = new Map(siteDays.rows.map((row) => [row.day, row]));
  const activityByDay = new Map(activity.rows.map((row) => [row.day, row]));
  const newListingsByDay = new Map(newListings.rows.map(({ day, ...row }) => [day, row]));
  const sum = (column: Exclude<keyof SiteDayRow, 'day'>) =>
    siteDays.rows.reduce((total, row) => total + row[column], 0);
  return {
    ...range,
    countedAt: (aggregatedAt.rows as [{ at: Date }])[0].at.toISOString(),
    listings: toListings((listings.rows as [ListingsRow])[0], counts),
    accounts: (accounts.rows as [Overview['accounts']])[0],
    days: listDays(range).map((date) => {
      const { pageViews = 0, visitors = 0, listingViews = 0 } = siteDayByDay.get(date) ?? {};
      const { day: _day, ...dayActivity } = activityByDay.get(date) ?? NO_ACTIVITY;
      return {
        date,
        pageViews,
        visitors,
        listingViews,
        ...(newListingsByDay.get(date) ?? NO_LISTINGS),
        ...dayActivity,
      };
    }),
    topPages: topPages.rows,
    slots: slots.rows,
    requests: { all: sum('requests'), bots: sum('botRequests') },
    botEvents: sum('botEvents'),
    droppedEvents: sum('droppedEvents'),
    refusedEvents: sum('refusedEvents'),
  };
}

/**
 * The numbers of listings by level and state. All public ones are those in memory, which may be some seconds old: of a million
 * listings most are free, unclaimed and public, and those that are not are counted by their indexes.
 * See docs/decisions/0015-tables-of-the-administrator.md.
 */
function toListings(
  { claimed, ...listings }: ListingsRow,
  { counties }: Pick<Counts, 'counties'>,
): Overview['listings'] {
  const active = [...counties.values()].reduce((sum, count) => sum + count, 0);
  const free = Math.max(0, active - listings.enhanced - listings.premium);
  return { ...listings, active, free, unclaimed: Math.max(0, active - claimed) };
}
