import { t } from '#contract/i18n/t.ts';
/** The change of a metric compared with the previous period. */
export interface Change {
  direction: 'up' | 'down' | 'same';
  /** 'Up 12% from 428'. */
  text: string;
}

const numberFormat = new Intl.NumberFormat('en-US');
const tenthsFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

// A percentage of a smaller count would be misleading: from 1 to 3 is no trend of 200%.
const MIN_COUNT_FOR_PERCENT = 10;

/** The change of a count; null if there is nothing to compare. */
export function getCountChange(now: number, before: number | undefined): Change | null {
  if (before === undefined || (now === 0 && before === 0)) return null;
  const from = `from ${numberFormat.format(before)}`;
  if (now === before) return { direction: 'same', text: `Same as before` };
  const percent = Math.round((100 * Math.abs(now - before)) / before);
  const by = before < MIN_COUNT_FOR_PERCENT || percent === 0 ? '' : `${numberFormat.format(percent)}% `;
  return now > before ? { direction: 'up', text: `Up ${by}${from}` } : { direction: 'down', text: `Down ${by}${from}` };
}

/** The change of a rate (1 is 100%), in percentage points; null if either rate is unknown. */
export function getRateChange(now: number | null, before: number | null | undefined): Change | null {
  if (now === null || before === null || before === undefined) return null;
  const points = Math.round(1000 * now) - Math.round(1000 * before);
  if (points === 0) return before === 0 ? null : { direction: 'same', text: t('Same as before') };
  const by = `${tenthsFormat.format(Math.abs(points) / 10)} points from ${formatPercent(before)}`;
  return points > 0 ? { direction: 'up', text: `Up ${by}` } : { direction: 'down', text: `Down ${by}` };
}

/** The change of a duration in seconds; null if either duration is unknown. */
export function getDurationChange(now: number | null, before: number | null | undefined): Change | null {
  if (now === null || before === null || before === undefined) return null;
  const [after, from] = [formatDuration(now), formatDuration(before)];
  if (after === from) return { direction: 'same', text: t('Same as before') };
  return now > before ? { direction: 'up', text: `Up from ${from}` } : { direction: 'down', text: `Down from ${from}` };
}

/** Formats a rate as a percentage: 0.123 as '12.3%'. */
export const formatPercent = (rate: number): string => `${tenthsFormat.format(100 * rate)}%`;

/** Formats a duration in minutes and seconds: '1:23'. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
