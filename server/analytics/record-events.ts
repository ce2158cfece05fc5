import { type Kysely, sql } from 'kysely';
import type { AnalyticsEvent } from '#contract/events.ts';
import type { Language } from '#contract/i18n/languages.ts';
import type { County, Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { toNetworkPrefix } from '#server/platform/http/client-address.ts';
import { createKnownPagePredicate, OTHER_PAGES, type PageSources, parseListingId } from './known-pages.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';
import { getDailySalt, hashVisitor, MAX_VISITORS_PER_NETWORK, NETWORK_BYTES } from './visitor.ts';
import { detectDevice, detectDeviceKind } from './visitor-device.ts';

/** The events of one request, and who sent them. */
export interface EventBatch {
  at: Date;
  /** The network address as rate limits count it (`getClientAddress`). */
  address: string;
  /** The `User-Agent` header; not stored. */
  agent: string;
  /** The language of the page that sends them; null if the browser does not say where it is. */
  language: Language | null;
  /** Whether the browser sends Global Privacy Control: then nothing of it is stored but the event. */
  asksForPrivacy: boolean;
  /** The signed-in account, to exclude owners from the visitors of their listings. */
  accountId: number | null;
  /** The browser, if it has signed in before (`getDevice`): signed out, an owner is no visitor either. */
  device: Buffer | null;
  /** `owner` is determined later, when the events are written. */
  who: 'visitor' | 'bot' | 'administrator';
  events: AnalyticsEvent[];
}

/**
 * Stores events. Events of a listing are stored once for each visitor, kind and day, of 40 visitors of a network, if the listing is public; page and slot events
 * are always stored, with the path if it is a public page. Visits of owners, and of those who help them, to their listings are marked as such.
 * See docs/decisions/0036-event-aggregation-by-transaction-id.md.
 */
export async function recordEvents(db: Kysely<DB>, pageSources: PageSources, batches: EventBatch[]): Promise<void> {
  const { gazetteer } = pageSources;
  const hasPage = createKnownPagePredicate(pageSources);
  const byDay = Map.groupBy(batches, ({ at }) => toLosAngelesDate(at));
  for (const [day, dayBatches] of byDay) {
    const [salt, owners] = [await getDailySalt(db, day), await findOwners(db, dayBatches)];
    const accounts = await findAccounts(db, dayBatches, [...owners.values()].flat());
    const rows = toEventRows(dayBatches, { salt, owners, accounts, gazetteer, hasPage });
    // Insert visitors in a fixed order, so that processes that write the same ones cannot deadlock.
    await sql`
      with new_events as (
        select t.*, l.id is not null as is_public from json_to_recordset(${JSON.stringify(rows)}) as t (at timestamptz, kind text, who text, visitor bytea,
          listing_id bigint, page_of bigint, subject text, origin text, county text, device text, device_kind text, language text, via text,
          seconds smallint, network cidr, booking_id bigint)
        left join public_listings l on l.id = coalesce(t.listing_id, t.page_of)
        where t.listing_id is null or l.id is not null
      ), new_visitors as (
        select e.kind, l.id as listing_id, e.who, e.visitor, substr(e.visitor, 1, ${sql.lit(NETWORK_BYTES)}) as network
        from new_events e cross join lateral (select coalesce(e.listing_id, 0) as id) as l
        where e.visitor is not null and (
          select v.day from visitors v where v.day = ${day}::date and v.kind = e.kind and v.listing_id = l.id and v.who = e.who
            and v.visitor = e.visitor) is null
      ), by_network as (
        select *, row_number() over (partition by kind, listing_id, who, network) as position from new_visitors
      ), first_visits as (
        insert into visitors (day, kind, listing_id, who, visitor)
        select ${day}::date, kind, listing_id, who, visitor from by_network n
        where position <= ${sql.lit(MAX_VISITORS_PER_NETWORK)} - (
          select count(*) from visitors v where v.day = ${day}::date and v.kind = n.kind and v.listing_id = n.listing_id and v.who = n.who
            and v.visitor > n.network and v.visitor < n.network || '\\xffffffffffffffffffff'::bytea)
        order by 2, 3, 4, 5
        on conflict do nothing
        returning kind, listing_id, who, visitor
      )
      insert into events
        (at, kind, who, listing_id, subject, is_new_visitor, origin, county, device, device_kind, language, via, seconds,
          network, booking_id)
      select at, t.kind, t.who, t.listing_id,
        case when page_of is null or is_public then subject else ${OTHER_PAGES} end, t.listing_id is null and f.visitor is not null, origin, county,
        device, device_kind, language, via, seconds, network, booking_id
      from new_events t
      left join first_visits f
        on f.kind = t.kind and f.listing_id = coalesce(t.listing_id, 0) and f.who = t.who and f.visitor = t.visitor
      where t.listing_id is null or f.visitor is not null`.execute(db);
  }
}

/** Numbers that each process counts in memory. */
export interface Counters {
  requests: number;
  bot_requests: number;
  dropped_events: number;
  refused_events: number;
}

/** Adds the counters of a process to the totals of today. */
export async function addCounters(db: Kysely<DB>, counters: Counters): Promise<void> {
  await sql`
    insert into site_days as d (day, requests, bot_requests, dropped_events, refused_events)
    values (${toLosAngelesDate(new Date())}, ${counters.requests}, ${counters.bot_requests}, ${counters.dropped_events}, ${counters.refused_events})
    on conflict (day) do update set
      requests = d.requests + excluded.requests,
      bot_requests = d.bot_requests + excluded.bot_requests,
      dropped_events = d.dropped_events + excluded.dropped_events,
      refused_events = d.refused_events + excluded.refused_events`.execute(db);
}

/** The owners of the listings in events of accounts and of browsers that have signed in, and who helps them. */
async function findOwners(db: Kysely<DB>, batches: EventBatch[]): Promise<Map<number, number[]>> {
  const events = batches
    .filter(({ accountId, device }) => accountId !== null || device !== null)
    .flatMap(({ events }) => events);
  const ids = new Set(events.flatMap((event) => ('ad' in event ? [event.ad] : [])));
  if (ids.size === 0) return new Map();
  const { rows } = await sql<{ id: number; owners: number[] }>`
    select id, array(
      select l.owner_id union all
      select account_id from listing_members m where m.owner_id = l.owner_id and coalesce(m.listing_id, l.id) = l.id
    ) as owners
    from listings l where id = any(${[...ids]}::bigint[]) and owner_id is not null`.execute(db);
  return new Map(rows.map(({ id, owners }) => [id, owners.map(Number)]));
}

/** Which of the owners have signed in on each browser, by its hash in base64url. */
async function findAccounts(db: Kysely<DB>, batches: EventBatch[], owners: number[]): Promise<Map<string, number[]>> {
  const devices = batches.flatMap(({ device }) => device ?? []);
  if (devices.length === 0 || owners.length === 0) return new Map();
  const rows = await db
    .selectFrom('known_devices')
    .select(['account_id', 'token_hash'])
    .where('account_id', 'in', owners)
    .where('token_hash', 'in', devices)
    .execute();
  const byDevice = Map.groupBy(rows, ({ token_hash }) => token_hash.toString('base64url'));
  return new Map([...byDevice].map(([device, known]) => [device, known.map(({ account_id }) => account_id)]));
}

interface RowContext {
  salt: Buffer;
  owners: Map<number, number[]>;
  accounts: Map<string, number[]>;
  gazetteer: Gazetteer;
  hasPage: (path: string) => boolean;
}

/** Converts events into rows for `recordEvents`, without duplicates. */
function toEventRows(batches: EventBatch[], { salt, owners, accounts, gazetteer, hasPage }: RowContext): object[] {
  const seen = new Set<string>();
  const isRepeated = (key: string) => seen.size === seen.add(key).size;
  const rows: object[] = [];
  for (const batch of batches) {
    const { at, accountId, device } = batch;
    const own = [
      ...(accountId === null ? [] : [accountId]),
      ...(accounts.get(device?.toString('base64url') ?? '') ?? []),
    ];
    const visitor = `\\x${hashVisitor(batch, salt).toString('hex')}`;
    for (const event of batch.events) {
      const isOwn = 'ad' in event && owners.get(event.ad)?.some((owner) => own.includes(owner));
      const who = isOwn && batch.who === 'visitor' ? 'owner' : batch.who;
      const row = { at, who, kind: event.kind };
      if (!('ad' in event)) {
        const isFirst = event.kind === 'page' && who === 'visitor' && !isRepeated(visitor);
        const subject =
          'path' in event ? toPageSubject(event.path, hasPage) : { subject: event.slot, booking_id: event.booking };
        rows.push({ ...row, ...subject, ...(isFirst && { visitor }) });
      } else if (!isRepeated(`${event.kind} ${event.ad} ${who} ${visitor}`)) {
        const details = event.kind === 'stay' ? { seconds: event.seconds } : toViewDetails(event, batch, gazetteer);
        rows.push({ ...row, visitor, listing_id: event.ad, ...details });
      }
    }
  }
  return rows;
}

/** The stored subject of a page event: its path if the page exists, because clients can send any path. */
function toPageSubject(path: string, hasPage: RowContext['hasPage']) {
  const page_of = parseListingId(path);
  return { page_of, subject: page_of || hasPage(path) ? path : OTHER_PAGES };
}

/** What is stored of a view besides that it happened; null for all other events. */
function toViewDetails(
  event: AnalyticsEvent,
  { address, agent, language, asksForPrivacy }: EventBatch,
  gazetteer: Gazetteer,
) {
  if (event.kind !== 'view' || asksForPrivacy) return null;
  const place = event.from === undefined ? null : findPagePlace(gazetteer, event.from);
  return {
    origin: place?.name,
    county: place?.county,
    device: detectDevice(agent),
    device_kind: detectDeviceKind(agent),
    language,
    via: event.via,
    network: toNetworkPrefix(address),
  };
}

/** The names of the place of a page, for a ZIP code of its place, and of its county; null for all other pages. */
function findPagePlace(
  { places, locations, counties, zipCodes }: Gazetteer,
  path: string,
): { name: string; county: string } | null {
  const [, first = '', slug, ...rest] = path.split('/');
  const found = (): { name: string; county: County } | undefined => {
    if (slug === undefined) return locations.bySlug.get(first) ?? places.bySlug.get(first);
    // The page of a category in a city has one more segment.
    if (first === 'city') return places.bySlug.get(slug) ?? locations.bySlug.get(slug);
    const zip = first === 'zip' ? zipCodes.get(slug) : undefined;
    if (zip?.place) return zip.place;
    const county = first === 'county' ? counties.bySlug.get(slug) : zip?.county;
    return county && { name: county.name, county };
  };
  const place = rest.length > 1 ? undefined : found();
  return place ? { name: place.name, county: place.county.name } : null;
}
