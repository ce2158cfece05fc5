import { t } from '#contract/i18n/t.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import type { DataPoint } from '#web/base/ui/charts/data-point.ts';
import type { MetricRows } from '#web/base/ui/metric-table.tsx';

// What the server calls shares that have no name of their own.
const LABELS: Record<string, string> = {
  Other: t('Other'),
  'Other places': t('Other places'),
  Unknown: t('Unknown'),
};
const toLabel = (name: string): string => LABELS[name] ?? name;

interface Share {
  name: string;
  value: number;
}

/** Converts shares to chart points labelled with count and percentage: '62 (41%)'. The first one, the largest, is highlighted. */
export function toSharePoints(parts: Share[]): DataPoint[] {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  return parts.map(({ name, value }, index) => ({
    name: toLabel(name),
    value,
    label: `${formatNumber(value)} (${formatShare(value, total)})`,
    highlighted: index === 0,
  }));
}

/** Converts shares to table rows. */
export function toShareRows(parts: Share[]): MetricRows['rows'] {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  return parts.map(({ name, value }) => [toLabel(name), value, formatShare(value, total)]);
}

/** The points as text: 'Irvine 62 (41%), Unknown 30 (20%)'. */
export const listPoints = (points: DataPoint[]): string =>
  points.map(({ name, label }) => `${name} ${label}`).join(', ');

function formatShare(value: number, total: number): string {
  const percent = Math.round((100 * value) / total);
  return percent === 0 && value > 0 ? '<1%' : `${percent}%`;
}
