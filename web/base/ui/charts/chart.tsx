import './charts.css';
import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '#web/base/ui/skeleton.tsx';
import { type DataPoint, PIE_COLORS } from './data-point.ts';

// The chart library is three times as large as the page, so it is loaded with the data.
const BarPlot = lazy(() => import('./bar-plot.tsx'));
const LinePlot = lazy(() => import('./line-plot.tsx'));
const PiePlot = lazy(() => import('./pie-plot.tsx'));

/** Vertical bars. `description` is the text alternative. */
export function BarChart({ points, description, height = 200 }: ChartProps) {
  return (
    <ChartFrame description={description} height={height}>
      <BarPlot points={points} />
    </ChartFrame>
  );
}

/** Horizontal bars with their names. */
export function HorizontalBarChart({ points, description, height = 200 }: ChartProps) {
  return (
    <ChartFrame description={description} height={height}>
      <BarPlot points={points} rows />
    </ChartFrame>
  );
}

/** A line chart. `ticks` are the names below the axis. */
export function LineChart({ points, description, height = 200, ticks }: ChartProps & { ticks: string[] }) {
  return (
    <ChartFrame description={description} height={height}>
      <LinePlot points={points} ticks={ticks} />
    </ChartFrame>
  );
}

/** A ring chart with a legend. */
export function PieChart({ points, description, height = 200 }: ChartProps) {
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-5 sm:gap-8">
      <ChartFrame description={description} height={height}>
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
  /** The height in pixels. */
  height?: number;
}

/** The frame of a chart: reserves its size, and is one image for assistive technology. */
function ChartFrame({ description, height, children }: { description: string; height: number; children: ReactNode }) {
  return (
    <div role="img" aria-label={description} className="chart min-w-0" style={{ height }}>
      <Suspense fallback={<Skeleton className="size-full" />}>{children}</Suspense>
    </div>
  );
}
