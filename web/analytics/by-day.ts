import type { Point } from '../ui/charts/point.ts';
import { longDay, shortDay, spanOfDays } from './days.ts';

// Of more days a bar would be thinner than a hair on a phone.
const MOST_BARS = 92;

/**
 * A figure by day as points of a chart, the largest marked and labelled. Of more than 92 days a point is a week; what is
 * no whole week comes first.
 * @param things what is counted, for one and for many: `['view', 'views']`
 */
export function pointsByDay(days: { date: string; value: number }[], [one, many]: [string, string]): Point[] {
  const stretches = days.length > MOST_BARS ? inWeeks(days) : days.map((day) => [day]);
  const sums = stretches.map((stretch) => stretch.reduce((sum, { value }) => sum + value, 0));
  const most = sums.indexOf(Math.max(...sums));
  return stretches.map((stretch, index) => {
    const [first, last] = [stretch[0]?.date ?? '', stretch.at(-1)?.date ?? ''];
    const value = sums[index] ?? 0;
    const count = value.toLocaleString('en-US');
    return {
      name: shortDay(first),
      value,
      hint: `${first === last ? longDay(first) : spanOfDays(first, last)}: ${count} ${value === 1 ? one : many}`,
      ...(index === most && { marked: true, label: count }),
    };
  });
}

function inWeeks<Day>(days: Day[]): Day[][] {
  const weeks = Math.ceil(days.length / 7);
  const from = days.length - 7 * weeks;
  return Array.from({ length: weeks }, (_, week) => days.slice(Math.max(0, from + 7 * week), from + 7 * week + 7));
}

/** A chart in a sentence: what it shows, and its largest point. */
export function saysOf(what: string, points: Point[]): string {
  const most = points.find(({ marked }) => marked);
  return `${what}. ${most ? `The most: ${most.hint}. ` : ''}All figures are in the table below.`;
}
