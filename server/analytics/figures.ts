import { type Kysely, sql } from 'kysely';
import type { Analytics, Figures } from '#contract/analytics.ts';
import type { DB } from '../db/schema.ts';
import { dayOf } from './day.ts';
import type { Measured } from './figures-access.ts';
import { daysOf, type Range, rangeBefore } from './figures-range.ts';

const UNKNOWN = 'Unknown';
const OTHERS = 'Other places';
// The pie has so many colours.
const MOST_ORIGINS = 6;

/** What was measured of a listing on these days, from the totals alone: as fast for a million views as for none. */
export async function figuresOf(db: Kysely<DB>, ad: Measured, range: Range): Promise<Analytics> {
  const before = rangeBefore(range);
  const [days, parts, whole] = await Promise.all([
    daysQuery(ad.id, { from: before.from, to: range.to }).execute(db),
    partsQuery(ad.id, range).execute(db),
    wholeQuery(ad.id).execute(db),
  ]);
  const now = days.rows.filter(({ day }) => day >= range.from);
  const then = days.rows.filter(({ day }) => day < range.from);
  const [{ lifetimeViews, countedAt }] = whole.rows as [Whole];
  const byPart = Map.groupBy(parts.rows, ({ part }) => part);
  const viewsOfHour = new Map(byPart.get('hour')?.map(({ name, views }) => [Number(name), views]));
  return {
    ad: { ...ad, createdAt: ad.createdAt.toISOString() },
    ...range,
    countedAt: countedAt.toISOString(),
    lifetimeViews,
    total: sumOf(now),
    before: dayOf(ad.createdAt) > before.from ? null : sumOf(then),
    days: eachDay(range, now),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, views: viewsOfHour.get(hour) ?? 0 })),
    devices: shares(byPart.get('device')),
    locations: locations(shares(byPart.get('origin'))),
    leftOut: { bots: sum(now, 'botViews'), own: sum(now, 'ownViews') },
  };
}

/** What was counted of a listing on each of the days, zeros where nothing was. */
export async function dailyFigures(db: Kysely<DB>, listingId: number, range: Range): Promise<Analytics['days']> {
  return eachDay(range, (await daysQuery(listingId, range).execute(db)).rows);
}

const NOTHING = { views: 0, impressions: 0, websiteClicks: 0, phoneClicks: 0, mapClicks: 0, shares: 0 };

function eachDay(range: Range, counted: DayRow[]): Analytics['days'] {
  const byDay = new Map(counted.map((row) => [row.day, row]));
  return daysOf(range).map((date) => {
    const { views, impressions, websiteClicks, phoneClicks, mapClicks, shares } = byDay.get(date) ?? NOTHING;
    return { date, views, impressions, websiteClicks, phoneClicks, mapClicks, shares };
  });
}

function sumOf(days: DayRow[]): Figures {
  const [views, websiteClicks, stays] = [sum(days, 'views'), sum(days, 'websiteClicks'), sum(days, 'stays')];
  return {
    views,
    impressions: sum(days, 'impressions'),
    websiteClicks,
    phoneClicks: sum(days, 'phoneClicks'),
    mapClicks: sum(days, 'mapClicks'),
    shares: sum(days, 'shares'),
    averageSeconds: stays === 0 ? null : sum(days, 'staySeconds') / stays,
    clickRate: views === 0 ? null : websiteClicks / views,
  };
}

const sum = (days: DayRow[], column: Exclude<keyof DayRow, 'day'>) =>
  days.reduce((total, row) => total + row[column], 0);

type Share = Analytics['locations'][number];

const shares = (parts: PartRow[] = []): Share[] => parts.map(({ name, views }) => ({ name, value: views }));

/** As many as the pie has colours. What is not known is never said to be another place. */
function locations(all: Share[]): Share[] {
  const unknown = all.filter(({ name }) => name === UNKNOWN);
  const places = all.filter(({ name }) => name !== UNKNOWN);
  const room = MOST_ORIGINS - unknown.length;
  if (places.length <= room) return [...places, ...unknown];
  const others = places.slice(room - 1).reduce((total, { value }) => total + value, 0);
  return [...places.slice(0, room - 1), { name: OTHERS, value: others }, ...unknown];
}

type DayRow = Omit<Analytics['days'][number], 'date'> & {
  day: string;
  stays: number;
  staySeconds: number;
  botViews: number;
  ownViews: number;
};

/** The days on which something was counted. Exported, like the other queries, for the test that looks at their plans. */
export const daysQuery = (listingId: number, { from, to }: Range) => sql<DayRow>`
  select day::text, views, impressions, website_clicks as "websiteClicks", phone_clicks as "phoneClicks",
    map_clicks as "mapClicks", shares, stays, stay_seconds as "staySeconds", bot_views as "botViews",
    own_views as "ownViews"
  from listing_days where listing_id = ${listingId} and day between ${from} and ${to}`;

type PartRow = { part: string; name: string; views: number };

/** The views of these days by hour, device and origin, those with most first. */
export const partsQuery = (listingId: number, { from, to }: Range) => sql<PartRow>`
  select part, name, sum(views) as views
  from listing_view_parts where listing_id = ${listingId} and day between ${from} and ${to}
  group by part, name order by views desc, name`;

type Whole = { lifetimeViews: number; countedAt: Date };

export const wholeQuery = (listingId: number) => sql<Whole>`
  select at as "countedAt",
    (select coalesce(sum(views), 0) from listing_days where listing_id = ${listingId}) as "lifetimeViews"
  from events_added_up`;
