import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '../skeleton.tsx';
import { type DataPoint, PIE_COLORS } from './data-point.ts';

// What draws is three times as heavy as the page: it comes when the figures are there.
const BarPlot = lazy(() => import('./bar-plot.tsx'));
const LinePlot = lazy(() => import('./line-plot.tsx'));
const PiePlot = lazy(() => import('./pie-plot.tsx'));

/** Bars side by side. `says` is the chart in a sentence, for who does not see it. */
export function BarChart({ points, description: says, height = 200 }: ChartProps) {
  return (
    <ChartFrame description={says} height={height}>
      <BarPlot points={points} />
    </ChartFrame>
  );
}

/** Bars one below another, with their names before them. */
export function HorizontalBarChart({ points, description: says, height = 200 }: ChartProps) {
  return (
    <ChartFrame description={says} height={height}>
      <BarPlot points={points} rows />
    </ChartFrame>
  );
}

/** A line through all points. `ticks` are the names that are written below it. */
export function LineChart({ points, description: says, height = 200, ticks }: ChartProps & { ticks: string[] }) {
  return (
    <ChartFrame description={says} height={height}>
      <LinePlot points={points} ticks={ticks} />
    </ChartFrame>
  );
}

/** A ring of slices, with the name and label of each beside it. */
export function PieChart({ points, description: says, height = 200 }: ChartProps) {
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-5 sm:gap-8">
      <ChartFrame description={says} height={height}>
        <PiePlot points={points} />
      </ChartFrame>
      <ul className="grid gap-1.5 text-sm">
        {points.map(({ name, label }, index) => (
          <li key={name} className="flex items-baseline gap-2">
            <span
              className="slice-mark size-3 shrink-0 rounded-[3px]"
              style={{ background: PIE_COLORS[index % PIE_COLORS.length] }}
            />
            <span className="wrap-anywhere min-w-0 grow">{name}</span>
            <span className="whitespace-nowrap font-semibold tabular-nums">{label}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ChartProps {
  points: DataPoint[];
  description: string;
  /** In pixels. */
  height?: number;
}

/** Where a chart is drawn: of its size before it comes, and one picture to assistive technology. */
function ChartFrame({ description, height, children }: { description: string; height: number; children: ReactNode }) {
  return (
    <div role="img" aria-label={description} className="chart min-w-0" style={{ height }}>
      <Suspense fallback={<Skeleton className="size-full" />}>{children}</Suspense>
    </div>
  );
}
