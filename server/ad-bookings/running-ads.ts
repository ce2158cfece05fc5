import { type Kysely, sql } from 'kysely';
import type { AdSlotName, SlotAd } from '#contract/advertising/ad-slots.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { type LibraryPictureFiles, presentLibraryPicture } from '#server/photos/library/library.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type WatchedRows, watchRows } from '#server/platform/db/watched-rows.ts';

/** A booking that runs or is planned, as a row. Times are milliseconds since 1970. */
export interface OpenBooking extends BookingContent {
  county_ids: number[];
  category_ids: number[];
  language: Language | null;
  weight: number;
  startsAt: number;
  endsAt: number;
}

/** What of a booking its slot shows. */
export interface BookingContent {
  id: number;
  slot: AdSlotName;
  link: string;
  description: string;
  picture: LibraryPictureFiles | null;
  phone_picture: LibraryPictureFiles | null;
}

/** The bookings that have not ended, in memory, by their ids. */
export type OpenBookings = WatchedRows<OpenBooking[]>;

/** Reads the bookings that run or are planned. @param callbacks.changed called after they changed */
export const openBookings = (
  db: Kysely<DB>,
  callbacks: { changed: () => void; failed: (error: unknown) => void },
): Promise<OpenBookings> => watchRows(() => readBookings(db), callbacks);

/** The moments in which a booking `b` begins and ends, if nobody ends it. */
export const BOOKING_START = sql<Date>`(b.first_day::timestamp at time zone 'America/Los_Angeles')`;
const PLANNED_END = sql`((b.last_day + 1)::timestamp at time zone 'America/Los_Angeles')`;
export const BOOKING_END = sql<Date>`least(${PLANNED_END}, b.ended_at)`;

const picture = (column: 'picture_id' | 'phone_picture_id') => sql<LibraryPictureFiles | null>`
  (select jsonb_build_object('name', p.name, 'widths', p.widths, 'width', p.width, 'height', p.height)
    from library_pictures p where p.id = ${sql.ref(`b.${column}`)})`;

/** The columns of a `BookingContent` in a statement whose table is `b`. */
export const CONTENT_COLUMNS = sql`b.id, b.slot, b.link, b.description, ${picture('picture_id')} as picture,
  ${picture('phone_picture_id')} as phone_picture`;

async function readBookings(db: Kysely<DB>): Promise<OpenBooking[]> {
  const { rows } = await sql<Omit<OpenBooking, 'startsAt' | 'endsAt'> & { starts_at: Date; ends_at: Date }>`
    select ${CONTENT_COLUMNS}, b.county_ids, b.category_ids, b.language, b.weight, ${BOOKING_START} as starts_at, ${BOOKING_END} as ends_at
    from ad_bookings b
    where b.last_day >= (now() at time zone 'America/Los_Angeles')::date and ${BOOKING_END} > now()
    order by b.id`.execute(db);
  return rows.map(({ starts_at, ends_at, ...row }) => ({
    ...row,
    startsAt: starts_at.getTime(),
    endsAt: ends_at.getTime(),
  }));
}

/** The page whose slots are filled: its county and its category with the one above, where it has them. */
export interface SlotPage {
  county: number | null;
  categories: number[];
  language: Language;
}

const MINUTE_MS = 60_000;

/**
 * Chooses the ad of each slot of a page at a time, and says when that changes by itself. Where several fit a slot, each has as many
 * minutes in turn as its weight (docs/decisions/0169-booked-ads-are-chosen-by-the-server.md).
 */
export function selectAds(
  { current }: Pick<OpenBookings, 'current'>,
  page: SlotPage,
  now: number,
): { ads: SlotAd[]; changesAt: number } {
  const fitting = current.filter((booking) => fits(booking, page));
  const running = fitting.filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now);
  const bySlot = [...Map.groupBy(running, ({ slot }) => slot).values()];
  const minute = Math.floor(now / MINUTE_MS);
  const changes = fitting.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).filter((time) => time > now);
  if (bySlot.some(({ length }) => length > 1)) changes.push((minute + 1) * MINUTE_MS);
  return { ads: bySlot.map((bookings) => toSlotAd(pick(bookings, minute))), changesAt: Math.min(...changes) };
}

const fits = ({ county_ids, category_ids, language }: OpenBooking, page: SlotPage): boolean =>
  (county_ids.length === 0 || (page.county !== null && county_ids.includes(page.county))) &&
  (category_ids.length === 0 || page.categories.some((id) => category_ids.includes(id))) &&
  (language === null || language === page.language);

function pick(bookings: OpenBooking[], minute: number): OpenBooking {
  const rotation = bookings.flatMap((booking) => Array<OpenBooking>(booking.weight).fill(booking));
  return rotation[minute % rotation.length] as OpenBooking;
}

/** A booking as visitors get it. */
export const toSlotAd = ({ id, slot, link, description, picture, phone_picture }: BookingContent): SlotAd => ({
  slot,
  booking: id,
  link,
  description,
  picture: picture && presentLibraryPicture(picture, description),
  phonePicture: phone_picture && presentLibraryPicture(phone_picture, description),
  frame: picture ? null : `/api/ad-frames/${id}`,
});
