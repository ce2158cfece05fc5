import { defineMessage, translateDefined } from '#contract/i18n/t.ts';
import type { DailyMetrics } from './listing-metrics.ts';

const COLUMNS: [heading: string, keyof DailyMetrics][] = [
  [defineMessage('Day'), 'date'],
  [defineMessage('Views'), 'views'],
  [defineMessage('Impressions'), 'impressions'],
  [defineMessage('Website clicks'), 'websiteClicks'],
  [defineMessage('Phone clicks'), 'phoneClicks'],
  [defineMessage('Map clicks'), 'mapClicks'],
  [defineMessage('Shares'), 'shares'],
  [defineMessage('Messages'), 'messages'],
];

/** One line for each day (RFC 4180). It contains no text of users, so no cell can be a formula. */
export const toMetricsCsv = (days: DailyMetrics[]): string =>
  [
    COLUMNS.map(([heading]) => translateDefined(heading)),
    ...days.map((day) => COLUMNS.map(([, column]) => day[column])),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
