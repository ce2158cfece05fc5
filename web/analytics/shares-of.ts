import type { Point } from '../ui/charts/point.ts';
import type { FigureRows } from '../ui/figure-table.tsx';

interface Share {
  name: string;
  value: number;
}

/** Parts of a whole as points, each with its count and percentage: '62 (41%)'. The first, the largest, is marked. */
export function sharesOf(parts: Share[]): Point[] {
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  return parts.map(({ name, value }, index) => ({
    name,
    value,
    label: `${value.toLocaleString('en-US')} (${percentIn(value, whole)})`,
    marked: index === 0,
  }));
}

/** The same as rows of a table. */
export function rowsOf(parts: Share[]): FigureRows['rows'] {
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  return parts.map(({ name, value }) => [name, value, percentIn(value, whole)]);
}

/** What the largest parts are, in words: 'Irvine 62 (41%), Unknown 30 (20%)'. */
export const inWords = (points: Point[]): string => points.map(({ name, label }) => `${name} ${label}`).join(', ');

function percentIn(value: number, whole: number): string {
  const percent = Math.round((100 * value) / whole);
  return percent === 0 && value > 0 ? '<1%' : `${percent}%`;
}
