import { parseHours } from '#contract/hours/parse-hours.ts';
import { type Hours, WEEKDAYS } from '#contract/hours/weekly-hours.ts';
import { t } from '#contract/i18n/t.ts';
import { truncate } from '#contract/text.ts';
import type { ImportRow, RowNote } from '#server/source-files/rows.ts';
import { OTHER_DAYS_UNKNOWN } from './day-columns.ts';
import { describeMarketTimes } from './market-times.ts';

const MAX_NOTE_LENGTH = 300;

/**
 * The opening hours of a row, from its columns `days`, `hours` and `months`.
 * @param mend called where something cannot be read
 * @returns the hours, and a sentence with what they do not say: times that cannot be read, or are not those of the whole year
 */
export function readHours(
  { days, hours: times, months }: Pick<ImportRow['fields'], 'days' | 'hours' | 'months'>,
  mend: (note: RowNote) => void,
): { hours: Hours | null; note: string } {
  const isPartial = times.endsWith(OTHER_DAYS_UNKNOWN);
  const ofDays = isPartial ? times.slice(0, -OTHER_DAYS_UNKNOWN.length).replace(/[;\s]+$/, '') : times;
  const text = [days, ofDays].filter(Boolean).join(' ');
  const sentence = describeMarketTimes({ days, hours: ofDays, months });
  if (!text) return { hours: null, note: months && quote(months) };
  const read = parseHours(text);
  const parsed = read && isPartial ? { ...read, hours: withoutOtherDays(read.hours, text) } : read;
  const isAllYear = months === '' || /^year[ -]?round$/i.test(months);
  if (parsed && isAllYear) {
    if (!parsed.note) return { hours: parsed.hours, note: sentence };
    mend({
      kind: 'hours',
      text: t("of the hours ''{typed}'', ''{note}'' is text", {
        typed: truncate(text, 60),
        note: truncate(parsed.note, 60),
      }),
    });
    return { hours: parsed.hours, note: sentence || quote(parsed.note) };
  }
  const all = [text, months].filter(Boolean).join(', ');
  mend({ kind: 'hours', text: t("hours ''{typed}'' are not read: kept as text", { typed: truncate(all, 60) }) });
  return { hours: null, note: sentence || quote(all) };
}

/** The hours of the days that a text of `joinDayHours` names. */
const withoutOtherDays = (hours: Hours, text: string): Hours =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, text.includes(`${day} `) ? hours[day] : null])) as Hours;

const quote = (text: string) => `Hours: ${truncate(text, MAX_NOTE_LENGTH).replace(/[.\s]+$/, '')}.`;
