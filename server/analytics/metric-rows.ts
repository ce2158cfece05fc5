import type { Analytics } from '#contract/analytics.ts';
import type { DateRange } from './date-range.ts';

/** Metrics of a listing on a day. */
export type DayRow = Omit<Analytics['days'][number], 'date'> & {
  day: string;
  stays: number;
  staySeconds: number;
  botViews: number;
  ownViews: number;
};

/** The views of one hour, device, origin, language or source. */
export type ViewPartRow = { part: string; name: string; views: number };

/** The rows of a range of days. */
export const inRange = <Row extends DayRow>(rows: Row[], { from, to }: DateRange): Row[] =>
  rows.filter(({ day }) => day >= from && day <= to);
