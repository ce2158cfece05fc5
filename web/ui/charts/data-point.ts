/** A figure of a chart. */
export interface DataPoint {
  /** What stands at the axis: 'Mar 8'. */
  name: string;
  value: number;
  /** What is written at the point itself. */
  label?: string;
  /** What is said under the pointer: 'Sunday, March 8: 42 views'. */
  tooltip?: string;
  /** The one to look at first, in the second colour. */
  highlighted?: boolean;
}

/** How both axes look. */
export const AXIS_PROPS = {
  stroke: 'var(--muted)',
  fontSize: 14,
  tickLine: false,
  axisLine: false,
  tickMargin: 6,
} as const;

/** The axis of what is counted: whole numbers, as wide as they are. */
export const COUNT_AXIS_PROPS = {
  allowDecimals: false,
  tickCount: 4,
  width: 'auto',
  tickFormatter: (count: number) => count.toLocaleString('en-US'),
} as const;

/** The palette of pies (web/ui/charts/charts.css), in the order of their slices. */
export const PIE_COLORS = [1, 2, 3, 4, 5, 6].map((slice) => `var(--slice-${slice})`);
