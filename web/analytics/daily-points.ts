import { t } from '#contract/i18n/t.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import type { DataPoint } from '#web/base/ui/charts/data-point.ts';
import { formatDayRange, formatLongDay, formatShortDay } from './days.ts';

// On a phone, the bars of more days would be less than a pixel wide.
const MAX_BARS = 92;

/**
 * Converts daily values to chart points; the largest is highlighted and labelled. For more than 92 days each point is a week,
 * and the first one may be incomplete.
 * @param formatCount a value with its unit: '1,200 views'
 */
export function toDailyPoints(
  days: { date: string; value: number }[],
  formatCount: (count: number) => string,
): DataPoint[] {
  const buckets = days.length > MAX_BARS ? groupByWeek(days) : days.map((day) => [day]);
  const sums = buckets.map((bucket) => bucket.reduce((sum, { value }) => sum + value, 0));
  const peakIndex = sums.indexOf(Math.max(...sums));
  return buckets.map((bucket, index) => {
    const [first, last] = [bucket[0]?.date ?? '', bucket.at(-1)?.date ?? ''];
    const value = sums[index] ?? 0;
    return {
      name: formatShortDay(first),
      value,
      tooltip: `${first === last ? formatLongDay(first) : formatDayRange(first, last)}: ${formatCount(value)}`,
      ...(index === peakIndex && { highlighted: true, label: formatNumber(value) }),
    };
  });
}

function groupByWeek<Day>(days: Day[]): Day[][] {
  const weeks = Math.ceil(days.length / 7);
  const from = days.length - 7 * weeks;
  return Array.from({ length: weeks }, (_, week) => days.slice(Math.max(0, from + 7 * week), from + 7 * week + 7));
}

/** The text alternative of a chart: its subject and its maximum. */
export function describeChart(subject: string, points: DataPoint[]): string {
  const peak = points.find(({ highlighted }) => highlighted);
  return peak
    ? t('{subject}. Peak: {peak}. All numbers are in the table below.', { subject, peak: peak.tooltip ?? '' })
    : t('{subject}. All numbers are in the table below.', { subject });
}
