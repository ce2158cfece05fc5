import type { OpeningChange, OpeningState } from '#contract/hours/opening-hours.ts';
import { todayInLosAngeles, toIsoDate } from '#contract/hours/special-days.ts';
import { t } from '#contract/i18n/t.ts';
import { LOCALE } from '#web/base/i18n/language.ts';
import { formatTime, formatWeekday } from './opening-hours.ts';

// Where there is a time, the number of its hour selects the form: in Spanish it is 'a la 1' and 'a las 2'.

/** The status of a business and its next change: 'Open now', '· closes at 5 PM'. */
export function openingText({ isOpen, nextChange, isHoliday, reason }: OpeningState): [state: string, next: string] {
  if (reason === 'appointment') return [t('By appointment:'), t('call first')];
  if (reason) return [closedPeriodText(reason), ''];
  // The regular hours may not apply on a holiday.
  if (isHoliday) return [t('Holiday today:'), t('hours may differ')];
  if (nextChange === null) return [isOpen ? t('Open now') : t('Closed now'), ''];
  if (nextChange === 'never') return [isOpen ? t('Open 24 hours') : t('Closed'), ''];
  if (isOpen)
    return nextChange.daysAhead > 1 ? [t('Open 24 hours'), ''] : [t('Open now'), `· ${closingText(nextChange)}`];
  return [t('Closed'), `· ${nextOpeningText(nextChange)}`];
}

/** The same in a few words, for a row: 'Open till 5 PM', 'Opens 9 AM', 'Opens Monday'. */
export function shortOpeningText({ isOpen, nextChange, isHoliday, reason }: OpeningState): string {
  if (reason === 'appointment') return t('By appointment');
  if (reason)
    return reason.until
      ? t('Closed until {date}', { date: formatDay(reason.until, 'short') })
      : t('Temporarily closed');
  if (isHoliday) return t('Holiday hours');
  if (nextChange === null) return isOpen ? t('Open now') : t('Closed now');
  if (nextChange === 'never') return isOpen ? t('Open 24 hours') : t('Closed');
  if (isOpen) return nextChange.daysAhead > 1 ? t('Open 24 hours') : shortClosingText(nextChange);
  if (nextChange.isHoliday) return t('Closed');
  if (nextChange.daysAhead === 0) return shortOpeningTodayText(nextChange);
  if (nextChange.daysAhead === 1) return t('Opens tomorrow');
  return t('Opens {day}', { day: formatWeekday(nextChange.day) });
}

function closedPeriodText({ until, isVacation }: Exclude<OpeningState['reason'], 'appointment' | undefined>): string {
  if (until === null) return isVacation ? t('Closed for vacation') : t('Temporarily closed until further notice');
  const date = formatDay(until, 'long');
  return isVacation ? t('Closed for vacation until {date}', { date }) : t('Temporarily closed until {date}', { date });
}

/** '2026-12-12' as 'December 12' or 'Dec 12', with the year where it is not this one. */
const formatDay = (date: string, month: 'long' | 'short') =>
  new Intl.DateTimeFormat(LOCALE, {
    timeZone: 'UTC',
    month,
    day: 'numeric',
    year: date.slice(0, 4) === toIsoDate(todayInLosAngeles()).slice(0, 4) ? undefined : 'numeric',
  }).format(new Date(date));

function closingText(change: OpeningChange): string {
  if (change.time === MIDNIGHT) return t('closes at midnight');
  if (change.time === NOON) return t('closes at noon');
  const { time, hour } = toShortTime(change);
  return t('{hour, plural, other {closes at {time}}}', { hour, time });
}

function shortClosingText(change: OpeningChange): string {
  if (change.time === MIDNIGHT) return t('Open till midnight');
  if (change.time === NOON) return t('Open till noon');
  const { time, hour } = toShortTime(change);
  return t('{hour, plural, other {Open till {time}}}', { hour, time });
}

function shortOpeningTodayText(change: OpeningChange): string {
  if (change.time === NOON) return t('Opens noon');
  const { time, hour } = toShortTime(change);
  return t('{hour, plural, other {Opens {time}}}', { hour, time });
}

function nextOpeningText(change: OpeningChange): string {
  const { daysAhead, isHoliday } = change;
  const isTomorrow = daysAhead === 1;
  const day = formatWeekday(change.day);
  if (isHoliday) return isTomorrow ? t('tomorrow is a holiday') : t('{day} is a holiday', { day });
  const { time, hour } = toShortTime(change);
  if (daysAhead === 0) {
    if (change.time === NOON) return t('opens at noon');
    return t('{hour, plural, other {opens at {time}}}', { hour, time });
  }
  // 'Midnight tomorrow' would be ambiguous.
  if (change.time === MIDNIGHT) return isTomorrow ? t('opens at midnight') : t('opens {day}', { day });
  if (change.time === NOON) return isTomorrow ? t('opens at noon tomorrow') : t('opens at noon {day}', { day });
  if (isTomorrow) return t('{hour, plural, other {opens at {time} tomorrow}}', { hour, time });
  return t('{hour, plural, other {opens at {time} {day}}}', { hour, time, day });
}

const MIDNIGHT = '00:00';
const NOON = '12:00';

/** '5 PM' or '5:30 PM', and the number of the hour in it. */
const toShortTime = ({ time }: OpeningChange) => ({
  time: formatTime(time).replace(':00', ''),
  hour: Number.parseInt(time, 10) % 12 || 12,
});
