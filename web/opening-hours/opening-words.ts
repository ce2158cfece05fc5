import type { Change, Opening } from '#contract/opening.ts';
import { onClock } from './opening-hours.ts';

/** Whether a business is open in a word or two, and what comes next: 'Open now', '· closes at 5 PM'. */
export function openingWords({ isOpen, changes, isHoliday }: Opening): [state: string, next: string] {
  // Nobody is sent to a closed door by hours that hold on other days.
  if (isHoliday) return ['Holiday today:', 'hours may differ'];
  if (changes === null) return [isOpen ? 'Open now' : 'Closed now', ''];
  if (changes === 'never') return [isOpen ? 'Open 24 hours' : 'Closed', ''];
  if (isOpen) return changes.daysAhead > 1 ? ['Open 24 hours', ''] : ['Open now', `· closes at ${timeOf(changes)}`];
  return ['Closed', `· ${opensIn(changes)}`];
}

function opensIn(change: Change): string {
  const { time, day, daysAhead, isHoliday } = change;
  const when = daysAhead === 1 ? 'tomorrow' : day;
  if (isHoliday) return `${when} is a holiday`;
  if (daysAhead === 0) return `opens at ${timeOf(change)}`;
  // Midnight belongs to two days.
  if (time === '00:00') return daysAhead === 1 ? 'opens at midnight' : `opens ${when}`;
  return `opens at ${timeOf(change)} ${when}`;
}

/** '5 PM', '5:30 PM', 'midnight'. */
function timeOf({ time }: Change): string {
  if (time === '00:00') return 'midnight';
  return time === '12:00' ? 'noon' : onClock(time).replace(':00', '');
}
