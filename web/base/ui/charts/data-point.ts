import { formatNumber } from '#web/base/i18n/format.ts';

/** A data point of a chart. */
export interface DataPoint {
  /** The label of its tick: 'Mar 8'. */
  name: string;
  value: number;
  /** The label beside the point. */
  label?: string;
  /** The text of the tooltip: 'Sunday, March 8: 42 views'. */
  tooltip?: string;
  /** Whether the point is drawn in the second color. */
  highlighted?: boolean;
}

/** The props of both axes. */
export const AXIS_PROPS = {
  stroke: 'var(--muted)',
  fontSize: 14,
  tickLine: false,
  axisLine: false,
  tickMargin: 6,
} as const;

/** The props of an axis of counts, with whole numbers. */
export const COUNT_AXIS_PROPS = {
  allowDecimals: false,
  tickCount: 4,
  width: 'auto',
  tickFormatter: (count: number) => formatNumber(count),
} as const;

/** The palette of pies (web/base/ui/charts/charts.css), in the order of their slices. */
export const PIE_COLORS = [1, 2, 3, 4, 5, 6].map((slice) => `var(--slice-${slice})`);
