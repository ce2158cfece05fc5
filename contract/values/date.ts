/** Which of two numbers of a date is the month: '12/01/2025' is in December or in January. */
export type DateOrder = 'month-first' | 'day-first';

/** How a file writes its dates, decided from all of them. */
export interface FileDates {
  /** Null where some can only be month-first and others day-first. */
  order: DateOrder | null;
  /** A date that has the month first, and one that has the day first, if there are any. */
  monthFirst: string | null;
  dayFirst: string | null;
}

/**
 * Reads a date as people, spreadsheets and programs write it: ISO 8601 with or without a time, '12/31/2025', '31.12.25', '12/2025',
 * 'Dec 1, 2025', '1 de diciembre de 2025', the serial number of a spreadsheet ('45992'), '2025-12', '2025'.
 * @param order of day and month where both are numbers that could be either; null where that is unknown: then only the year counts
 * @returns '2025-12-31', '2025-12' or '2025', as much as the text says; null for other text
 */
export function readDate(text: string, order: DateOrder | null): string | null {
  const day = toDay(text);
  return readNumber(day) ?? readYearFirst(day) ?? readNumbers(day, order) ?? readWords(day);
}

/** Collects the dates of a file, to decide in which order all of them are. */
export function createFileDates(): { add(text: string): void; decide(): FileDates } {
  const found: Omit<FileDates, 'order'> = { monthFirst: null, dayFirst: null };
  return {
    add(text) {
      if (found.monthFirst !== null && found.dayFirst !== null) return;
      const { monthFirst = null, dayFirst = null } = readOrders(toDay(text)) ?? {};
      // Only one of the orders gives a day of the calendar.
      if (monthFirst !== null && dayFirst === null) found.monthFirst ??= text;
      if (dayFirst !== null && monthFirst === null) found.dayFirst ??= text;
    },
    // In the United States the month is first, unless a file shows that it is not.
    decide: () => ({
      ...found,
      order: found.dayFirst === null ? 'month-first' : found.monthFirst === null ? 'day-first' : null,
    }),
  };
}

/** The year that is part of a name: '2013' of 'Health inspections 2013'. Null where there is none, or more than one. */
export function findYear(name: string): string | null {
  const years = name.match(/(?<![\d.,$#-])(?:19|20)\d\d(?![\d.,-]*\d)/g) ?? [];
  return years.length === 1 ? (years[0] ?? null) : null;
}

const MAX_LENGTH = 60;

/** The text without the time and the weekday; '' where it is too long for a date. */
function toDay(text: string): string {
  if (text.length > MAX_LENGTH) return '';
  return text.trim().toLowerCase().normalize('NFC').replace(TIME, '').replace(WEEKDAY, '');
}

const TIME = /(?:[t,]|\s)\s*\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?\s*(?:[ap]\.?\s?m\.?)?\s*(?:z|utc|gmt|[+-]\d\d:?\d\d)?$/;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mi[eé]|jue|vie|s[aá]b|dom)[a-zéá]*\.?,\s*/;

const DAY_MS = 86_400_000;
// Day 0 of spreadsheets. Those of before 1955 would be numbers of anything.
const SERIAL_EPOCH = Date.UTC(1899, 11, 30) / DAY_MS;
const [MIN_SERIAL, MAX_SERIAL] = [20_000, 73_050];

function readNumber(text: string): string | null {
  if (/^(?:19|20)\d\d(?:\.0+)?$/.test(text)) return text.slice(0, 4);
  const [, year, month, day] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year && month && day) return toIso(year, month, day);
  const [, serial] = /^(\d{5})(?:\.\d+)?$/.exec(text) ?? [];
  if (!serial || Number(serial) < MIN_SERIAL || Number(serial) > MAX_SERIAL) return null;
  return new Date((SERIAL_EPOCH + Number(serial)) * DAY_MS).toISOString().slice(0, 10);
}

function readYearFirst(text: string): string | null {
  const [, year, month, day] = /^((?:19|20)\d\d)([-/.])(\d{1,2})(?:\2(\d{1,2}))?$/.exec(text)?.toSpliced(2, 1) ?? [];
  return year && month ? toIso(year, month, day) : null;
}

function readNumbers(text: string, order: DateOrder | null): string | null {
  const [, month, ofYear] = /^(\d{1,2})[-/.]((?:19|20)\d\d)$/.exec(text) ?? [];
  if (month && ofYear) return toIso(ofYear, month);
  const orders = readOrders(text);
  if (!orders) return null;
  const { year, monthFirst, dayFirst } = orders;
  if (monthFirst === null || dayFirst === null || monthFirst === dayFirst) return monthFirst ?? dayFirst;
  if (order === null) return year;
  return order === 'month-first' ? monthFirst : dayFirst;
}

/** The two readings of a day whose parts are numbers, each null where there is no such day; null for other text. */
function readOrders(text: string) {
  const [, first, , second, typedYear] = /^(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?((?:19|20)?\d\d)$/.exec(text) ?? [];
  if (!first || !second || !typedYear) return null;
  const year = toFullYear(typedYear);
  return { year, monthFirst: toIso(year, first, second), dayFirst: toIso(year, second, first) };
}

// English and Spanish, by as many letters as tell them apart.
const MONTHS = [/^(?:ja|en)/, /^f/, /^mar/, /^a[pb]/, /^may/, /^jun/, /^jul/, /^a[ug]/, /^s/, /^o/, /^n/, /^d/];
const MONTH_WORD =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|ene(?:ro)?|febrero|marzo|abr(?:il)?|mayo|junio|julio|ago(?:sto)?|set|sep?tiembre|setiembre|octubre|noviembre|dic(?:iembre)?)$/;

function readWords(text: string): string | null {
  const words = text
    .replace(/\b(?:de|del|of|the)\b/g, ' ')
    .replace(/(?<=\d)(?:st|nd|rd|th|º|°)/g, '')
    .split(/[\s,./-]+/)
    .filter(Boolean);
  const at = words.findIndex((word) => MONTH_WORD.test(word));
  const month = toMonth(words[at] ?? '');
  if (month === null) return null;
  const numbers = words.toSpliced(at, 1);
  if (!numbers.every((word) => /^\d{1,4}$/.test(word))) return null;
  const [first, second] = numbers;
  // 'Dec 2025', and 'Dec-25' as spreadsheets write a month; '25-Dec' is a day of some year.
  if (numbers.length === 1 && first && at === 0 && (first.length === 4 || /^[a-z]+[-.]\d\d$/.test(text)))
    return isYear(first) ? toIso(toFullYear(first), month) : null;
  if (numbers.length !== 2 || !first || !second) return null;
  if (first.length === 4) return isYear(first) ? toIso(first, month, second) : null;
  return first.length <= 2 && isYear(second) ? toIso(toFullYear(second), month, first) : null;
}

function toMonth(word: string): string | null {
  if (!MONTH_WORD.test(word)) return null;
  return String(1 + MONTHS.findIndex((month) => month.test(word)));
}

const isYear = (text: string) => /^(?:(?:19|20)\d\d|\d\d)$/.test(text);

// As spreadsheets do.
const toFullYear = (year: string) => (year.length === 4 ? year : `${Number(year) < 30 ? '20' : '19'}${year}`);

/** Null where there is no such day. */
function toIso(year: string, month: string, day?: string): string | null {
  const [m, d] = [Number(month), Number(day ?? 1)];
  const date = new Date(Date.UTC(Number(year), m - 1, d));
  if (date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return null;
  return date.toISOString().slice(0, day === undefined ? 7 : 10);
}
