import { t } from '#contract/i18n/t.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { LOCALE } from '#web/base/i18n/language.ts';

/** The change of a metric compared with the previous period. */
export interface Change {
  direction: 'up' | 'down' | 'same';
  /** 'Up 12% from 428'. */
  text: string;
}

const tenthsFormat = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

// A percentage of a smaller count would be misleading: from 1 to 3 is no trend of 200%.
const MIN_COUNT_FOR_PERCENT = 10;

/** The change of a count; null if there is nothing to compare. @param format of what is counted */
export function getCountChange(now: number, before: number | undefined, format = formatNumber): Change | null {
  if (before === undefined || (now === 0 && before === 0)) return null;
  if (now === before) return SAME;
  const from = format(before);
  const percent = Math.round((100 * Math.abs(now - before)) / before);
  if (before < MIN_COUNT_FOR_PERCENT || percent === 0) return toChange(now > before, from);
  return now > before
    ? { direction: 'up', text: t('Up {percent, number}% from {before}', { percent, before: from }) }
    : { direction: 'down', text: t('Down {percent, number}% from {before}', { percent, before: from }) };
}

/** The change of a rate (1 is 100%), in percentage points; null if either rate is unknown. */
export function getRateChange(now: number | null, before: number | null | undefined): Change | null {
  if (now === null || before === null || before === undefined) return null;
  const points = Math.round(1000 * now) - Math.round(1000 * before);
  if (points === 0) return before === 0 ? null : SAME;
  const [by, from] = [Math.abs(points) / 10, formatPercent(before)];
  return points > 0
    ? {
        direction: 'up',
        text: t('Up {points, plural, one {# point} other {# points}} from {before}', { points: by, before: from }),
      }
    : {
        direction: 'down',
        text: t('Down {points, plural, one {# point} other {# points}} from {before}', { points: by, before: from }),
      };
}

/** The change of a duration in seconds; null if either duration is unknown. */
export function getDurationChange(now: number | null, before: number | null | undefined): Change | null {
  if (now === null || before === null || before === undefined) return null;
  const [after, from] = [formatDuration(now), formatDuration(before)];
  return after === from ? SAME : toChange(now > before, from);
}

const SAME: Change = { direction: 'same', text: t('Same as before') };

const toChange = (isUp: boolean, before: string): Change =>
  isUp
    ? { direction: 'up', text: t('Up from {before}', { before }) }
    : { direction: 'down', text: t('Down from {before}', { before }) };

/** Formats a rate as a percentage: 0.123 as '12.3%'. */
export const formatPercent = (rate: number): string => `${tenthsFormat.format(100 * rate)}%`;

/** Formats a duration in minutes and seconds: '1:23'. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
