import { type Kysely, sql } from 'kysely';
import type { Analytics, ListingMetrics } from '#contract/analytics.ts';
import type { DB } from '../db/schema.ts';
import { getStoredPlaceName } from '../places/places.ts';
import { type DateRange, listDays, previousDateRange } from './date-range.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';
import type { MeasuredListing } from './metrics-access.ts';

const UNKNOWN = 'Unknown';
const OTHER_PLACES = 'Other places';
// The pie chart has six colors.
const MAX_ORIGINS = 6;

/** The metrics of a listing in a range, read from the totals only: as fast for a million views as for none. */
export async function getListingMetrics(
  db: Kysely<DB>,
  listing: MeasuredListing,
  range: DateRange,
): Promise<Analytics> {
  const before = previousDateRange(range);
  const [days, parts, lifetime, leads] = await Promise.all([
    daysQuery(listing.id, { from: before.from, to: range.to }).execute(db),
    viewPartsQuery(listing.id, range).execute(db),
    lifetimeQuery(listing.id).execute(db),
    leadsQuery(listing.id, range).execute(db),
  ]);
  const current = days.rows.filter(({ day }) => day >= range.from);
  const previous = days.rows.filter(({ day }) => day < range.from);
  const [{ lifetimeViews, countedAt }] = lifetime.rows as [LifetimeRow];
  const byPart = Map.groupBy(parts.rows, ({ part }) => part);
  const viewsByHour = new Map(byPart.get('hour')?.map(({ name, views }) => [Number(name), views]));
  return {
    ad: { ...listing, createdAt: listing.createdAt.toISOString() },
    ...range,
    countedAt: countedAt.toISOString(),
    lifetimeViews,
    total: sumMetrics(current),
    before: toLosAngelesDate(listing.createdAt) > before.from ? null : sumMetrics(previous),
    days: fillMissingDays(range, current),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, views: viewsByHour.get(hour) ?? 0 })),
    devices: toShares(byPart.get('device')),
    locations: groupMinorLocations(toShares(byPart.get('origin'))).map(({ name, value }) => ({
      name: getStoredPlaceName(name),
      value,
    })),
    leads: leads.rows,
    leftOut: { bots: sumColumn(current, 'botViews'), own: sumColumn(current, 'ownViews') },
  };
}

/** The metrics of a day, with the number of conversations that the business received. */
export type DailyMetrics = Analytics['days'][number] & { messages: number };

/** The metrics of a listing for each day of a range, zero where nothing was counted. */
export async function getDailyMetrics(db: Kysely<DB>, listingId: number, range: DateRange): Promise<DailyMetrics[]> {
  const [days, leads] = await Promise.all([
    daysQuery(listingId, range).execute(db),
    leadDaysQuery(listingId, range).execute(db),
  ]);
  const messages = new Map(leads.rows.map(({ day, count }) => [day, count]));
  return fillMissingDays(range, days.rows).map((day) => ({ ...day, messages: messages.get(day.date) ?? 0 }));
}

const ZERO_METRICS = { views: 0, impressions: 0, websiteClicks: 0, phoneClicks: 0, mapClicks: 0, shares: 0 };

function fillMissingDays(range: DateRange, counted: DayRow[]): Analytics['days'] {
  const byDay = new Map(counted.map((row) => [row.day, row]));
  return listDays(range).map((date) => {
    const { views, impressions, websiteClicks, phoneClicks, mapClicks, shares } = byDay.get(date) ?? ZERO_METRICS;
    return { date, views, impressions, websiteClicks, phoneClicks, mapClicks, shares };
  });
}

function sumMetrics(days: DayRow[]): ListingMetrics {
  const [views, websiteClicks, stays] = [
    sumColumn(days, 'views'),
    sumColumn(days, 'websiteClicks'),
    sumColumn(days, 'stays'),
  ];
  return {
    views,
    impressions: sumColumn(days, 'impressions'),
    websiteClicks,
    phoneClicks: sumColumn(days, 'phoneClicks'),
    mapClicks: sumColumn(days, 'mapClicks'),
    shares: sumColumn(days, 'shares'),
    averageSeconds: stays === 0 ? null : sumColumn(days, 'staySeconds') / stays,
    clickRate: views === 0 ? null : websiteClicks / views,
  };
}

const sumColumn = (days: DayRow[], column: Exclude<keyof DayRow, 'day'>) =>
  days.reduce((total, row) => total + row[column], 0);

type Share = Analytics['locations'][number];

const toShares = (parts: ViewPartRow[] = []): Share[] => parts.map(({ name, views }) => ({ name, value: views }));

/** Merges minor locations into `OTHER_PLACES`, to match the colors of the chart. 'Unknown' is never merged. */
function groupMinorLocations(all: Share[]): Share[] {
  const unknown = all.filter(({ name }) => name === UNKNOWN);
  const places = all.filter(({ name }) => name !== UNKNOWN);
  const room = MAX_ORIGINS - unknown.length;
  if (places.length <= room) return [...places, ...unknown];
  const others = places.slice(room - 1).reduce((total, { value }) => total + value, 0);
  return [...places.slice(0, room - 1), { name: OTHER_PLACES, value: others }, ...unknown];
}

type DayRow = Omit<Analytics['days'][number], 'date'> & {
  day: string;
  stays: number;
  staySeconds: number;
  botViews: number;
  ownViews: number;
};

/** The days with metrics. Exported, like the other queries, for the test of their query plans. */
export const daysQuery = (listingId: number, { from, to }: DateRange) => sql<DayRow>`
  select day::text, views, impressions, website_clicks as "websiteClicks", phone_clicks as "phoneClicks",
    map_clicks as "mapClicks", shares, stays, stay_seconds as "staySeconds", bot_views as "botViews",
    own_views as "ownViews"
  from listing_days where listing_id = ${listingId} and day between ${from} and ${to}`;

const openedDay = sql`(opened_at at time zone 'America/Los_Angeles')::date`;

/** The conversations that were received in a range, by source. */
export const leadsQuery = (listingId: number, { from, to }: DateRange) => sql<Analytics['leads'][number]>`
  select source, count(*)::int as count from conversations
  where listing_id = ${listingId} and ${openedDay} between ${from}::date and ${to}::date
  group by source order by count(*) desc, source`;

/** The same by day. */
export const leadDaysQuery = (listingId: number, { from, to }: DateRange) => sql<{ day: string; count: number }>`
  select ${openedDay}::text as day, count(*)::int as count from conversations
  where listing_id = ${listingId} and ${openedDay} between ${from}::date and ${to}::date group by 1`;

type ViewPartRow = { part: string; name: string; views: number };

/** The views of a range by hour, device and origin, the most frequent first. */
export const viewPartsQuery = (listingId: number, { from, to }: DateRange) => sql<ViewPartRow>`
  select part, name, sum(views) as views
  from listing_view_parts where listing_id = ${listingId} and day between ${from} and ${to}
  group by part, name order by views desc, name`;

type LifetimeRow = { lifetimeViews: number; countedAt: Date };

export const lifetimeQuery = (listingId: number) => sql<LifetimeRow>`
  select at as "countedAt",
    (select coalesce(sum(views), 0) from listing_days where listing_id = ${listingId}) as "lifetimeViews"
  from events_added_up`;
