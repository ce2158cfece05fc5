import { LOCALE } from '#web/base/i18n/language.ts';

const format = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'November 2026' from '2026-11'. */
export const formatMonth = (month: string): string => format.format(new Date(`${month}-01T00:00:00Z`));
