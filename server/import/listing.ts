import type { Selectable } from 'kysely';
import type { SpecialDay } from '#contract/hours/special-days.ts';
import type { Hours } from '#contract/hours/weekly-hours.ts';
import { t } from '#contract/i18n/t.ts';
import { truncate } from '#contract/text.ts';
import { type FileDates, readDate } from '#contract/values/date.ts';
import { type CategoryBy, matchCategory, splitKinds } from '#server/import/categories/match-category.ts';
import { matchMoreCategories } from '#server/import/categories/match-more-categories.ts';
import { normalizeContact } from '#server/import/facts/contact.ts';
import { generateDescription } from '#server/import/facts/description.ts';
import { titleCaseAddress } from '#server/import/facts/normalize.ts';
import { ALL_CAPS, matchPlace, type PlaceMatcher } from '#server/import/placement/place-matcher.ts';
import type { FactOrigins } from '#server/listings/facts.ts';
import type { Listings } from '#server/platform/db/schema.ts';
import { isClosedStatus } from '#server/source-files/closed-status.ts';
import { readHours } from '#server/source-files/hours/read-hours.ts';
import { readSpecialHours } from '#server/source-files/hours/read-special-hours.ts';
import { hasLostLetter } from '#server/source-files/mojibake.ts';
import { toBusinessName } from '#server/source-files/names/names.ts';
import { isNoName } from '#server/source-files/names/no-name.ts';
import type { ImportRow, RowNote } from '#server/source-files/rows.ts';
import { USUAL_DATES } from './file-dates.ts';

/** The columns of a listing that is made from a row; `writeListings` sets its level, dates and origin. */
export interface ImportedListing {
  source: string;
  source_id: string;
  title: string;
  description: string;
  business_name: string;
  address: string | null;
  city: string;
  zip: string;
  phone: string | null;
  email: string | null;
  website: string | null;
  place_id: number;
  county_id: number;
  location_id: number;
  category_id: number;
  top_category_id: number;
  /** Up to two further categories; absent where the row names none, and those of its listing stay. */
  more_category_ids?: number[];
  lat: number | null;
  lng: number | null;
  point_source: Selectable<Listings>['point_source'];
  hours: Hours | null;
  special_hours: SpecialDay[];
  /** Whether it takes the benefits of WIC, and EBT cards; null where the row does not say. */
  accepts_wic: boolean | null;
  accepts_ebt: boolean | null;
  /** When the source said so, '2026-08', where the row has a date of its own; else ''. */
  date?: string;
  /** The id of the listing in the directory whose export the row is of. */
  exportedId?: number;
  /** The facts that were taken over from other rows of its business. */
  facts?: FactOrigins;
}

/** A listing with the corrections of its row, or why the row is skipped. */
export type RowResult = { draft: ImportedListing; mends: RowNote[]; categoryBy: CategoryBy } | { skip: RowNote };

/**
 * Converts a row to a listing: matches its place, corrects what it can, and notes each correction.
 * @param dates how its file writes dates
 */
export function toImportedListing(
  placeMatcher: PlaceMatcher,
  { fields, rejection, fallbackCategory, kindCategory }: ImportRow,
  dates: FileDates = USUAL_DATES,
): RowResult {
  const mends: RowNote[] = [];
  const mend = (note: RowNote) => {
    if (!mends.some(({ text }) => text === note.text)) mends.push(note);
  };
  const fault = rejection ?? validateRow(fields, dates);
  if (fault) return { skip: fault };
  const { name, branch, brand } = normalizeName(fields.name, mend);
  const { gazetteer } = placeMatcher;
  // What a person chose is for the whole text.
  const { first, others } = kindCategory ? { first: fields, others: [] } : splitKinds(gazetteer, fields);
  const { category, by } = matchCategory(gazetteer, first, { brand, fallbackCategory, kindCategory }, mend);
  if (!category) return { skip: { kind: 'category', text: t('there are no categories') } };
  const more_category_ids = matchMoreCategories(gazetteer, fields, { category, others }, mend);
  const placement = matchPlace(placeMatcher, fields, mend);
  if ('kind' in placement) return { skip: placement };

  const { zip, place, county, location, point } = placement;
  const address = normalizeAddress(fields, place.name, mend);
  const contact = normalizeContact(fields, mend);
  const { hours, note } = readHours(fields, mend);
  const draft: ImportedListing = {
    source: fields.source,
    source_id: fields.id,
    title: truncate(name, 100),
    description:
      readDescription(fields) ??
      generateDescription({
        fields,
        name,
        branch,
        category,
        city: place.name,
        county: county.name,
        address,
        hoursNote: note,
      }),
    business_name: name,
    address,
    city: place.name,
    zip,
    ...contact,
    place_id: place.id,
    county_id: county.id,
    location_id: location.id,
    category_id: category.id,
    top_category_id: (category.parent ?? category).id,
    ...(more_category_ids && { more_category_ids }),
    lat: point?.lat ?? null,
    lng: point?.lng ?? null,
    point_source: point && 'import',
    hours,
    special_hours: readSpecialHours(fields.special_hours, mend),
    accepts_wic: /\bwic\b/i.test(fields.accepts) || null,
    accepts_ebt: /\b(?:ebt|snap|calfresh)\b/i.test(fields.accepts) || null,
    date: normalizeDate(fields.date, dates, mend),
  };
  return { draft, mends, categoryBy: by };
}

function validateRow(fields: ImportRow['fields'], dates: FileDates): RowNote | null {
  if (!fields.id) return { kind: 'id', text: t('no id') };
  if (!fields.source) return { kind: 'source', text: t('no source') };
  if (fields.id.length > 200 || fields.source.length > 200)
    return { kind: 'id', text: t('an id or source of over 200 characters') };
  if (isNoName(fields.name)) {
    return {
      kind: 'name',
      text: /[\p{L}\p{N}]/u.test(fields.name)
        ? t("''{typed}'' is no name", { typed: truncate(fields.name, 60) })
        : t('no name'),
    };
  }
  if (hasLostLetter(fields.name)) {
    return {
      kind: 'name',
      text: t("the name ''{typed}'' has a letter that was lost", { typed: truncate(fields.name, 60) }),
    };
  }
  const state = fields.category_raw.toLowerCase();
  if (state === 'closed') return { kind: 'closed', text: t('closed', null, 'business') };
  if (isClosedStatus(fields.status)) {
    const status = truncate(fields.status, 60);
    return { kind: 'closed', text: t("closed: its status is ''{status}''", { status }) };
  }
  if (isExpired(fields, dates)) {
    return { kind: 'closed', text: t("closed: it ended on ''{date}''", { date: truncate(fields.expires, 60) }) };
  }
  if (state === 'planning') return { kind: 'planned', text: t('planned, not open yet') };
  return null;
}

/** Whether a license or business ended before the month of the data. */
function isExpired({ expires, date }: ImportRow['fields'], { order }: FileDates): boolean {
  if (expires === '' || date === '') return false;
  const [end, of] = [readDate(expires, order ?? 'month-first'), readDate(date, order)?.slice(0, 7)];
  return Boolean(end && of && end.slice(0, of.length) < of.slice(0, end.length));
}

/** What the file says of the business, if it does. */
const readDescription = ({ description }: ImportRow['fields']) =>
  /\p{L}/u.test(description) && !description.includes('\ufffd') ? truncate(description, MAX_DESCRIPTION_LENGTH) : null;

const MAX_DESCRIPTION_LENGTH = 1000;

function normalizeName(text: string, mend: (note: RowNote) => void) {
  const { name, branch, brand } = toBusinessName(text);
  if (name.toUpperCase() !== text.toUpperCase()) {
    mend({
      kind: 'name',
      text: t("name ''{typed}'' is ''{name}''", { typed: truncate(text, 60), name: truncate(name, 60) }),
    });
  } else if (name !== text) mend(ALL_CAPS);
  const short = truncate(name, 200);
  if (short !== name) mend({ kind: 'name', text: t('name shortened to 200 characters') });
  return { name: short, branch, brand };
}

function normalizeAddress(fields: ImportRow['fields'], city: string, mend: (note: RowNote) => void) {
  if (hasLostLetter(fields.address)) {
    mend({
      kind: 'address',
      text: t("address ''{typed}'' has a letter that was lost: left out", { typed: truncate(fields.address, 60) }),
    });
    return null;
  }
  const cased = titleCaseAddress(titleCaseAddress(fields.address, fields.city, fields.zip), city, fields.zip);
  if (cased.toUpperCase() !== fields.address.toUpperCase()) {
    const [typed, street] = [truncate(fields.address, 60), truncate(cased, 60)];
    mend({ kind: 'address', text: t("address ''{typed}'' is ''{street}''", { typed, street }) });
  } else if (cased !== fields.address) mend(ALL_CAPS);
  const address = truncate(cased, 300);
  if (address !== cased) mend({ kind: 'address', text: t('address shortened to 300 characters') });
  return address || null;
}

/** The month of the row's data, or the year where it says no more; '' where it says none. */
function normalizeDate(text: string, { order, monthFirst, dayFirst }: FileDates, mend: (note: RowNote) => void) {
  if (text === '') return '';
  const typed = truncate(text, 60);
  const date = readDate(text, order);
  if (date === null) {
    mend({ kind: 'date', text: t("''{typed}'' isn’t a date: left out", { typed }) });
    return '';
  }
  if (date > new Date(Date.now() + DAY_MS).toISOString()) {
    mend({ kind: 'date', text: t("date ''{typed}'' is in the future: left out", { typed }) });
    return '';
  }
  if (order === null && date !== readDate(text, 'month-first')) {
    mend({
      kind: 'date',
      text: t(
        "date ''{typed}'' counts as {year}, because the file contradicts itself: ''{monthFirst}'' has the month first, ''{dayFirst}'' the day",
        { typed, year: date, monthFirst: monthFirst ?? '', dayFirst: dayFirst ?? '' },
      ),
    });
  }
  return date.slice(0, 7);
}

const DAY_MS = 86_400_000;
