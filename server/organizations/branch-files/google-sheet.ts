import { type Kysely, sql } from 'kysely';
import { type SpecialDay, todayInLosAngeles, toEpochDay, toIsoDate } from '#contract/hours/special-days.ts';
import { listSpecialDates, MAX_SPECIAL_DAYS } from '#contract/hours/special-hours.ts';
import { type DayHours, type Hours, WEEKDAYS } from '#contract/hours/weekly-hours.ts';
import { truncate } from '#contract/text.ts';
import { csvCell } from '#server/import/report.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** What Google takes of a description (https://support.google.com/business/answer/3370250). */
const MAX_DESCRIPTION_LENGTH = 750;
const MAX_LISTINGS = 2000;

type SheetRow = Awaited<ReturnType<typeof readListings>>[number];

/** The columns of the sheet by their names, in Google's order. What a listing does not say is blank. */
const COLUMNS: Record<string, (row: SheetRow, gazetteer: Gazetteer) => string | number> = {
  'Store code': ({ id }) => id,
  'Business name': ({ business_name }) => business_name,
  'Address line 1': ({ address }) => address ?? '',
  Locality: ({ city }) => city,
  'Administrative area': ({ state }) => state,
  'Country / Region': () => 'US',
  'Postal code': ({ zip }) => zip,
  Latitude: ({ lat }) => lat ?? '',
  Longitude: ({ lng }) => lng ?? '',
  'Primary phone': ({ phone }) => phone?.split(' / ')[0] ?? '',
  'Additional phones': ({ phone }) => phone?.split(' / ')[1] ?? '',
  Website: ({ website }) => website ?? '',
  'Primary category': ({ category_id }, gazetteer) => toCategoryName(gazetteer, category_id),
  'Additional categories': ({ more_category_ids }, gazetteer) =>
    more_category_ids.map((id) => toCategoryName(gazetteer, id)).join(', '),
  // Google's week begins on Sunday.
  ...Object.fromEntries(
    (['sunday', ...WEEKDAYS.slice(0, -1)] as const).map((day) => [
      `${day[0]?.toUpperCase()}${day.slice(1)} hours`,
      ({ hours }: SheetRow) => toTimes((hours as Hours | null)?.[day] ?? null),
    ]),
  ),
  'Special hours': ({ special_hours }) => toSpecialTimes(special_hours as unknown as SpecialDay[]),
  'From the business': ({ description }) => truncate(description, MAX_DESCRIPTION_LENGTH),
};

/**
 * The listings of an account as the sheet with which Google Business Profile takes and gives locations, in the columns that `readBranches` reads. It
 * knows no day whose hours are unknown, or by appointment: those are blank, which is closed where other days have hours.
 */
export async function writeGoogleSheet(db: Kysely<DB>, gazetteer: Gazetteer, accountId: number): Promise<string> {
  const rows = await readListings(db, accountId);
  const cells = rows.map((row) => Object.values(COLUMNS).map((toCell) => csvCell(toCell(row, gazetteer))));
  return [Object.keys(COLUMNS), ...cells].map((line) => `${line.join(',')}\n`).join('');
}

const readListings = (db: Kysely<DB>, accountId: number) =>
  db
    .selectFrom('listings')
    .select(['id', 'business_name', 'address', 'city', 'state', 'zip', 'lat', 'lng', 'phone', 'website', 'description'])
    .select(['category_id', 'more_category_ids', 'hours', 'special_hours'])
    .where('owner_id', '=', accountId)
    .where('status', 'in', ['active', 'waiting', 'paused'])
    .orderBy(sql`id`)
    .limit(MAX_LISTINGS)
    .execute();

const toCategoryName = ({ categories }: Gazetteer, id: number) => categories.byId.get(id)?.name ?? '';

/** '9:00 AM-12:00 PM, 1:00 PM-5:00 PM', or 'x' for closed. */
function toTimes(hours: DayHours | null): string {
  if (hours === null || hours === 'appointment') return '';
  if (hours === 'closed') return 'x';
  const spans = hours === 'all-day' ? [{ opens: '00:00', closes: '00:00' }] : hours;
  return spans.map(({ opens, closes }) => `${toTime(opens)}-${toTime(closes)}`).join(', ');
}

function toTime(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** '2026-12-25: x, 2026-12-31: 9:00 AM-12:00 PM': the dates of a year, as many as a listing can have. */
function toSpecialTimes(days: readonly SpecialDay[]): string {
  const today = todayInLosAngeles();
  return listSpecialDates(days, today, 366)
    .flatMap(({ date, through, hours }) => {
      const first = Math.max(today, toEpochDay(date));
      const last = through === undefined ? first : through === null ? first + MAX_SPECIAL_DAYS : toEpochDay(through);
      return Array.from({ length: Math.min(MAX_SPECIAL_DAYS, last - first + 1) }, (_, index) => ({
        date: toIsoDate(first + index),
        times: toTimes(hours),
      }));
    })
    .filter(({ times }) => times !== '')
    .slice(0, MAX_SPECIAL_DAYS)
    .map(({ date, times }) => `${date}: ${times}`)
    .join(', ');
}
