import type { TooltipContentProps } from 'recharts';
import type { Point } from './point.ts';

/** What the point under the pointer says. */
export function Hint({ active, payload }: Pick<TooltipContentProps, 'active' | 'payload'>) {
  const point: Point | undefined = active ? payload?.[0]?.payload : undefined;
  if (!point?.hint) return null;
  return <p className="rounded-field border bg-card px-3 py-1.5 text-ink text-sm shadow-raised">{point.hint}</p>;
}
