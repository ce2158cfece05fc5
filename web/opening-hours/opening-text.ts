import type { OpeningChange, OpeningState } from '#contract/hours/opening-hours.ts';
import { t } from '#contract/i18n/t.ts';
import { formatTime } from './opening-hours.ts';

/** The status of a business and its next change: 'Open now', '· closes at 5 PM'. */
export function openingText({ isOpen, nextChange, isHoliday }: OpeningState): [state: string, next: string] {
  // The regular hours may not apply on a holiday.
  if (isHoliday) return [t('Holiday today:'), 'hours may differ'];
  if (nextChange === null) return [isOpen ? t('Open now') : t('Closed now'), ''];
  if (nextChange === 'never') return [isOpen ? t('Open 24 hours') : t('Closed'), ''];
  if (isOpen)
    return nextChange.daysAhead > 1
      ? [t('Open 24 hours'), '']
      : [t('Open now'), `· closes at ${formatShortTime(nextChange)}`];
  return [t('Closed'), `· ${nextOpeningText(nextChange)}`];
}

/** The same in a few words, for a row: 'Open till 5 PM', 'Opens 9 AM', 'Opens Monday'. */
export function shortOpeningText({ isOpen, nextChange, isHoliday }: OpeningState): string {
  if (isHoliday) return t('Holiday hours');
  if (nextChange === null) return isOpen ? t('Open now') : t('Closed now');
  if (nextChange === 'never') return isOpen ? t('Open 24 hours') : t('Closed');
  if (isOpen) return nextChange.daysAhead > 1 ? t('Open 24 hours') : `Open till ${formatShortTime(nextChange)}`;
  if (nextChange.isHoliday) return t('Closed');
  if (nextChange.daysAhead === 0) return `Opens ${formatShortTime(nextChange)}`;
  return `Opens ${nextChange.daysAhead === 1 ? 'tomorrow' : nextChange.day}`;
}

function nextOpeningText(change: OpeningChange): string {
  const { time, day, daysAhead, isHoliday } = change;
  const when = daysAhead === 1 ? 'tomorrow' : day;
  if (isHoliday) return `${when} is a holiday`;
  if (daysAhead === 0) return `opens at ${formatShortTime(change)}`;
  // 'Midnight tomorrow' would be ambiguous.
  if (time === '00:00') return daysAhead === 1 ? 'opens at midnight' : `opens ${when}`;
  return `opens at ${formatShortTime(change)} ${when}`;
}

/** '5 PM', '5:30 PM', 'midnight'. */
function formatShortTime({ time }: OpeningChange): string {
  if (time === '00:00') return 'midnight';
  return time === '12:00' ? 'noon' : formatTime(time).replace(':00', '');
}
