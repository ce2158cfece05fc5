import { type Kysely, sql } from 'kysely';
import type { Device } from '#contract/analytics.ts';
import type { AnalyticsEvent } from '#contract/events.ts';
import { systemOf } from '../accounts/device.ts';
import type { DB } from '../db/schema.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import { dayOf } from './day.ts';
import type { Visit } from './events.ts';
import { type Known, knownPages, listingAt, OTHER_PAGES } from './known-pages.ts';
import { placeOfPage } from './origin.ts';
import { networkOf, saltOf, visitorOf } from './visitor.ts';

const MOST_AGENT = 300;

/**
 * Keeps what pages told: of listings, what a visitor did for the first time on that day, if visitors may see the listing;
 * of the site, all of it, with the paths of those pages that there are. A visit to one's own listing is kept as such.
 */
export async function recordVisits(db: Kysely<DB>, known: Known, visits: Visit[]): Promise<void> {
  const { gazetteer } = known;
  const hasPage = await knownPages(known);
  const byDay = Map.groupBy(visits, ({ at }) => dayOf(at));
  for (const [day, ofDay] of byDay) {
    const [salt, owners] = [await saltOf(db, day), await ownersOf(db, ofDay)];
    const rows = rowsOf(ofDay, { salt, owners, gazetteer, hasPage });
    // In order, so that processes that write the same visitors wait for each other and not in a circle.
    await sql`
      with told as (
        select t.*, l.id is not null as is_shown from json_to_recordset(${JSON.stringify(rows)}) as t (at timestamptz, kind text, who text, visitor bytea,
          listing_id bigint, page_of bigint, subject text, origin text, device text, seconds smallint, network cidr,
          user_agent text)
        left join public_listings l on l.id = coalesce(t.listing_id, t.page_of)
        where t.listing_id is null or l.id is not null
      ), fresh as (
        insert into visitors (day, kind, listing_id, who, visitor)
        select ${day}::date, kind, coalesce(listing_id, 0), who, visitor from told where visitor is not null
        order by 2, 3, 4, 5
        on conflict do nothing
        returning kind, listing_id, who, visitor
      )
      insert into events
        (at, kind, who, listing_id, subject, is_new_visitor, origin, device, seconds, network, user_agent)
      select at, t.kind, t.who, t.listing_id,
        case when page_of is null or is_shown then subject else ${OTHER_PAGES} end, t.listing_id is null and f.visitor is not null, origin, device,
        seconds, network, user_agent
      from told t
      left join fresh f
        on f.kind = t.kind and f.listing_id = coalesce(t.listing_id, 0) and f.who = t.who and f.visitor = t.visitor
      where t.listing_id is null or f.visitor is not null`.execute(db);
  }
}

/** What the processes count themselves. */
export interface Tally {
  requests: number;
  bot_requests: number;
  dropped_events: number;
  refused_events: number;
}

/** Adds what a process counted to the figures of today. */
export async function addTally(db: Kysely<DB>, tally: Tally): Promise<void> {
  await sql`
    insert into site_days as d (day, requests, bot_requests, dropped_events, refused_events)
    values (${dayOf(new Date())}, ${tally.requests}, ${tally.bot_requests}, ${tally.dropped_events}, ${tally.refused_events})
    on conflict (day) do update set
      requests = d.requests + excluded.requests,
      bot_requests = d.bot_requests + excluded.bot_requests,
      dropped_events = d.dropped_events + excluded.dropped_events,
      refused_events = d.refused_events + excluded.refused_events`.execute(db);
}

/** Who owns the listings that somebody told of who was signed in. */
async function ownersOf(db: Kysely<DB>, visits: Visit[]): Promise<Map<number, number | null>> {
  const told = visits.filter(({ accountId }) => accountId !== null).flatMap(({ events }) => events);
  const ids = new Set(told.flatMap((event) => ('ad' in event ? [event.ad] : [])));
  if (ids.size === 0) return new Map();
  const { rows } = await sql<{ id: number; owner: number | null }>`
    select id, owner_id as owner from listings where id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, owner }) => [id, owner]));
}

interface Day {
  salt: Buffer;
  owners: Map<number, number | null>;
  gazetteer: Gazetteer;
  hasPage: (path: string) => boolean;
}

/** The rows of events as `recordVisits` reads them. What is told twice is one row. */
function rowsOf(visits: Visit[], { salt, owners, gazetteer, hasPage }: Day): object[] {
  const seen = new Set<string>();
  const isRepeated = (key: string) => seen.size === seen.add(key).size;
  const rows: object[] = [];
  for (const visit of visits) {
    const { at, accountId } = visit;
    const visitor = `\\x${visitorOf(visit, salt).toString('hex')}`;
    for (const event of visit.events) {
      const isOwn = accountId !== null && 'ad' in event && owners.get(event.ad) === accountId;
      const who = isOwn && visit.who === 'visitor' ? 'owner' : visit.who;
      const row = { at, who, kind: event.kind };
      if (!('ad' in event)) {
        const isFirst = event.kind === 'page' && who === 'visitor' && !isRepeated(visitor);
        const subject = 'path' in event ? pageOf(event.path, hasPage) : { subject: event.slot };
        rows.push({ ...row, ...subject, ...(isFirst && { visitor }) });
      } else if (!isRepeated(`${event.kind} ${event.ad} ${who} ${visitor}`)) {
        const more = event.kind === 'stay' ? { seconds: event.seconds } : detailsOf(event, visit, gazetteer);
        rows.push({ ...row, visitor, listing_id: event.ad, ...more });
      }
    }
  }
  return rows;
}

/** What is kept of where a page is: its path, which anybody can make up, if there is one. */
function pageOf(path: string, hasPage: Day['hasPage']) {
  const page_of = listingAt(path);
  return { page_of, subject: page_of || hasPage(path) ? path : OTHER_PAGES };
}

/** What is kept of a view, and of nothing else: where it came from, and on what. */
function detailsOf(event: AnalyticsEvent, { address, agent }: Visit, gazetteer: Gazetteer) {
  if (event.kind !== 'view') return null;
  return {
    origin: event.from === undefined ? null : placeOfPage(gazetteer, event.from),
    device: deviceOf(agent),
    network: networkOf(address),
    user_agent: agent.slice(0, MOST_AGENT),
  };
}

const DEVICES: Record<string, Device> = {
  iPhone: 'iOS',
  iPad: 'iOS',
  Android: 'Android',
  Windows: 'Windows',
  Mac: 'Mac',
};

function deviceOf(agent: string): Device {
  const system = systemOf(agent);
  return system === undefined ? 'Unknown' : (DEVICES[system] ?? 'Other');
}
