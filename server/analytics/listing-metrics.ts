import { type Kysely, sql, type Transaction } from 'kysely';
import type { Analytics, ListingMetrics } from '#contract/analytics.ts';
import type { VisitSource } from '#contract/ownership/sharing/visit-source.ts';
import { getStoredPlaceName } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type DateRange, listDays, previousDateRange } from './date-range.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';
import { type DayRow, inRange, type ViewPartRow } from './metric-rows.ts';
import type { MeasuredListing } from './metrics-access.ts';
import { pendingEventsQuery, toViewParts } from './pending-events.ts';

const UNKNOWN = 'Unknown';
const OTHER_PLACES = 'Other places';
// The pie chart has six colors.
const MAX_ORIGINS = 6;

/**
 * The metrics of a listing in a range, read from the totals, and from the events that are not in them yet: as fast for a million views
 * as for none.
 */
export async function getListingMetrics(
  db: Kysely<DB>,
  listing: MeasuredListing,
  range: DateRange,
): Promise<Analytics> {
  const before = previousDateRange(range);
  const { totals, pending, parts, lifetime, leads } = await inOneSnapshot(db, async (trx) => ({
    totals: (await daysQuery(listing.id, { from: before.from, to: range.to }).execute(trx)).rows,
    pending: (await pendingEventsQuery(listing.id).execute(trx)).rows,
    parts: await viewPartsQuery(listing.id, range).execute(trx),
    lifetime: await lifetimeQuery(listing.id).execute(trx),
    leads: await leadsQuery(listing.id, range).execute(trx),
  }));
  const current = inRange([...totals, ...pending], range);
  const previous = inRange([...totals, ...pending], before);
  const [{ lifetimeViews, countedAt }] = lifetime.rows as [LifetimeRow];
  const byPart = Map.groupBy([...parts.rows, ...toViewParts(inRange(pending, range))], ({ part }) => part);
  const viewsByHour = new Map(toShares(byPart.get('hour')).map(({ name, value }) => [Number(name), value]));
  return {
    ad: { ...listing, createdAt: listing.createdAt.toISOString() },
    ...range,
    countedAt: countedAt.toISOString(),
    lifetimeViews: lifetimeViews + sumColumn(pending, 'views'),
    total: sumMetrics(current),
    before: toLosAngelesDate(listing.createdAt) > before.from ? null : sumMetrics(previous),
    days: fillMissingDays(range, current),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, views: viewsByHour.get(hour) ?? 0 })),
    devices: toShares(byPart.get('device')),
    languages: toShares(byPart.get('language')),
    locations: groupMinorLocations(toShares(byPart.get('origin'))).map(({ name, value }) => ({
      name: getStoredPlaceName(name),
      value,
    })),
    sources: toShares(byPart.get('source')).map(({ name, value }) => ({ source: name as VisitSource, views: value })),
    leads: leads.rows,
    leftOut: { bots: sumColumn(current, 'botViews'), own: sumColumn(current, 'ownViews') },
  };
}

/** The metrics of a day, with the number of conversations that the business received. */
export type DailyMetrics = Analytics['days'][number] & { messages: number };

/** The metrics of a listing for each day of a range, zero where nothing was counted. */
export async function getDailyMetrics(db: Kysely<DB>, listingId: number, range: DateRange): Promise<DailyMetrics[]> {
  const { totals, pending, leads } = await inOneSnapshot(db, async (trx) => ({
    totals: (await daysQuery(listingId, range).execute(trx)).rows,
    pending: (await pendingEventsQuery(listingId).execute(trx)).rows,
    leads: await leadDaysQuery(listingId, range).execute(trx),
  }));
  const messages = new Map(leads.rows.map(({ day, count }) => [day, count]));
  return fillMissingDays(range, [...totals, ...pending]).map((day) => ({
    ...day,
    messages: messages.get(day.date) ?? 0,
  }));
}

/** What the aggregation moves meanwhile from the events to the totals is read once, and not missed. */
const inOneSnapshot = <Result>(db: Kysely<DB>, read: (trx: Transaction<DB>) => Promise<Result>) =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

/** @param counted in any order, of a day also several */
function fillMissingDays(range: DateRange, counted: DayRow[]): Analytics['days'] {
  const byDay = Map.groupBy(counted, ({ day }) => day);
  return listDays(range).map((date) => {
    const rows = byDay.get(date) ?? [];
    return {
      date,
      views: sumColumn(rows, 'views'),
      impressions: sumColumn(rows, 'impressions'),
      websiteClicks: sumColumn(rows, 'websiteClicks'),
      phoneClicks: sumColumn(rows, 'phoneClicks'),
      mapClicks: sumColumn(rows, 'mapClicks'),
      shares: sumColumn(rows, 'shares'),
    };
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

/** The shares of each name, the most frequent first. */
const toShares = (parts: ViewPartRow[] = []): Share[] =>
  [...Map.groupBy(parts, ({ name }) => name)]
    .map(([name, rows]) => ({ name, value: rows.reduce((total, { views }) => total + views, 0) }))
    .sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1));

/** Merges minor locations into `OTHER_PLACES`, to match the colors of the chart. 'Unknown' is never merged. */
function groupMinorLocations(all: Share[]): Share[] {
  const unknown = all.filter(({ name }) => name === UNKNOWN);
  const places = all.filter(({ name }) => name !== UNKNOWN);
  const room = MAX_ORIGINS - unknown.length;
  if (places.length <= room) return [...places, ...unknown];
  const others = places.slice(room - 1).reduce((total, { value }) => total + value, 0);
  return [...places.slice(0, room - 1), { name: OTHER_PLACES, value: others }, ...unknown];
}

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

/** The conversations that were received in a range, by day. */
export const leadDaysQuery = (listingId: number, { from, to }: DateRange) => sql<{ day: string; count: number }>`
  select ${openedDay}::text as day, count(*)::int as count from conversations
  where listing_id = ${listingId} and ${openedDay} between ${from}::date and ${to}::date group by 1`;

/** The views of a range by hour, device, origin, language and source. */
export const viewPartsQuery = (listingId: number, { from, to }: DateRange) => sql<ViewPartRow>`
  select part, name, sum(views) as views
  from listing_view_parts where listing_id = ${listingId} and day between ${from} and ${to}
  group by part, name`;

type LifetimeRow = { lifetimeViews: number; countedAt: Date };

export const lifetimeQuery = (listingId: number) => sql<LifetimeRow>`
  select now() as "countedAt", coalesce(sum(views), 0) as "lifetimeViews"
  from listing_days where listing_id = ${listingId}`;
