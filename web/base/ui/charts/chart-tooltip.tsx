import type { TooltipContentProps } from 'recharts';
import type { DataPoint } from './data-point.ts';

/** The tooltip of the point under the pointer. */
export function ChartTooltip({ active, payload }: Pick<TooltipContentProps, 'active' | 'payload'>) {
  const point: DataPoint | undefined = active ? payload?.[0]?.payload : undefined;
  if (!point?.tooltip) return null;
  return <p className="rounded-field border bg-card px-3 py-1.5 text-ink text-sm shadow-raised">{point.tooltip}</p>;
}
