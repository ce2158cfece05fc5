import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AdBooking, AdReport } from '#contract/advertising/ad-bookings.ts';
import { t } from '#contract/i18n/t.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { BOOKING_END, BOOKING_START, type BookingContent, CONTENT_COLUMNS, toSlotAd } from './running-ads.ts';

const MAX_ENDED_SHOWN = 100;

/** The bookings that run or are planned, by their first day, then those that ended last; each with its totals. */
export async function listBookings(db: Kysely<DB>, gazetteer: ReferenceData): Promise<AdBooking[]> {
  const open = await bookingsQuery(sql`where ${BOOKING_END} > now() order by b.first_day, b.id`).execute(db);
  const ended = await bookingsQuery(
    sql`where ${BOOKING_END} <= now() order by ${BOOKING_END} desc, b.id desc limit ${sql.lit(MAX_ENDED_SHOWN)}`,
  ).execute(db);
  return [...open.rows, ...ended.rows].map((row) => toBooking(gazetteer, row));
}

type BookingRow = BookingContent &
  Pick<AdBooking, 'advertiser' | 'html' | 'language' | 'weight' | 'state' | 'version' | 'impressions' | 'clicks'> & {
    picture_id: number | null;
    phone_picture_id: number | null;
    county_ids: number[];
    category_ids: number[];
    price_cents: number | null;
    first_day: string;
    last_day: string;
    changed_at: Date;
    username: string | null;
  };

const bookingsQuery = (which: RawBuilder<unknown>) => sql<BookingRow>`
  select ${CONTENT_COLUMNS}, b.advertiser, b.html, b.picture_id, b.phone_picture_id, b.county_ids, b.category_ids, b.language, b.weight,
    b.price_cents, b.first_day::text, b.last_day::text, b.version, b.changed_at, a.username, d.impressions, d.clicks,
    case when ${BOOKING_END} <= now() then 'ended' when ${BOOKING_START} > now() then 'planned' else 'running' end as state
  from ad_bookings b
  left join accounts a on a.id = b.changed_by
  cross join lateral (
    select coalesce(sum(impressions), 0)::int as impressions, coalesce(sum(clicks), 0)::int as clicks
    from ad_booking_days where booking_id = b.id
  ) as d
  ${which}`;

function toBooking({ counties, categories }: ReferenceData, row: BookingRow): AdBooking {
  const { booking: id, ...content } = toSlotAd(row);
  const toSlugs = (directory: { byId: ReadonlyMap<number, { slug: string }> }, ids: number[]) =>
    ids.flatMap((one) => directory.byId.get(one)?.slug ?? []);
  return {
    ...content,
    // That of visitors shows only what runs.
    frame: content.frame && `/api/admin/ad-bookings/${id}/frame`,
    id,
    advertiser: row.advertiser,
    pictureId: row.picture_id,
    phonePictureId: row.phone_picture_id,
    html: row.html,
    counties: toSlugs(counties, row.county_ids),
    categories: toSlugs(categories, row.category_ids),
    language: row.language,
    weight: row.weight,
    priceCents: row.price_cents,
    firstDay: row.first_day,
    lastDay: row.last_day,
    state: row.state,
    version: row.version,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.username,
    impressions: row.impressions,
    clicks: row.clicks,
  };
}

/** The days on which a booking was seen or clicked, the last one first. @throws {NotFound} when there is no such booking */
export async function readReport(db: Kysely<DB>, id: number): Promise<AdReport['days']> {
  const { rows } = await sql<AdReport['days'][number] & { day: string | null }>`
    select d.day::text, d.impressions, d.clicks from ad_bookings b left join ad_booking_days d on d.booking_id = b.id
    where b.id = ${id} order by d.day desc`.execute(db);
  if (rows.length === 0) throw bookingNotFound();
  return rows.filter(({ day }) => day !== null);
}

/** The HTML of a booking. @throws {NotFound} when there is none */
export async function readHtml(db: Kysely<DB>, id: number): Promise<string> {
  const row = await db.selectFrom('ad_bookings').select('html').where('id', '=', id).executeTakeFirst();
  if (!row?.html) throw bookingNotFound();
  return row.html;
}

export const bookingNotFound = () => new NotFound(t('This booking doesn’t exist.'));
