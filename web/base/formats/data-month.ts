import { LOCALE } from '#web/base/i18n/language.ts';

/** 'April 2025' of '2025-04', a date of data; a year stays as it is. */
export const formatDataMonth = (date: string): string =>
  date.length === 4 ? date : format.format(new Date(`${date}-15`));
const format = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** 'Oct 31, 2025' of '2025-10-31'. */
export const formatDay = (day: string): string => dayFormat.format(new Date(`${day}T12:00Z`));
const dayFormat = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', dateStyle: 'medium' });
