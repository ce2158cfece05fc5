import type { DailyMetrics } from './listing-metrics.ts';

const COLUMNS: [heading: string, keyof DailyMetrics][] = [
  ['Day', 'date'],
  ['Views', 'views'],
  ['Impressions', 'impressions'],
  ['Website clicks', 'websiteClicks'],
  ['Phone clicks', 'phoneClicks'],
  ['Map clicks', 'mapClicks'],
  ['Shares', 'shares'],
  ['Messages', 'messages'],
];

/** One line for each day (RFC 4180). It contains no text of users, so no cell can be a formula. */
export const toMetricsCsv = (days: DailyMetrics[]): string =>
  [COLUMNS.map(([heading]) => heading), ...days.map((day) => COLUMNS.map(([, column]) => day[column]))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
