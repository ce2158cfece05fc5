import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { AXIS_PROPS, COUNT_AXIS_PROPS, type DataPoint } from './data-point.ts';

/** Vertical bars, or horizontal ones as `rows`. In a chunk of its own with the chart library: see chart.tsx. */
export default function BarPlot({ points, rows = false }: { points: DataPoint[]; rows?: boolean }) {
  const shown = points.map((point) => ({ ...point, fill: point.highlighted ? 'var(--poppy)' : 'var(--pacific)' }));
  return (
    <ResponsiveContainer>
      <BarChart
        data={shown}
        layout={rows ? 'vertical' : 'horizontal'}
        margin={rows ? { top: 0, right: 88, bottom: 0, left: 0 } : { top: 22, right: 8, bottom: 0, left: 0 }}
        barCategoryGap={rows ? '28%' : '18%'}
        accessibilityLayer={false}
      >
        {rows ? (
          <>
            <XAxis type="number" hide domain={[0, 'dataMax']} />
            <YAxis {...AXIS_PROPS} type="category" dataKey="name" width={96} interval={0} />
          </>
        ) : (
          <>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis {...AXIS_PROPS} dataKey="name" minTickGap={16} interval="preserveStart" />
            <YAxis {...AXIS_PROPS} {...COUNT_AXIS_PROPS} />
          </>
        )}
        {!rows && <Tooltip content={ChartTooltip} cursor={{ fill: 'var(--line)' }} isAnimationActive={false} />}
        <Bar
          dataKey="value"
          radius={rows ? [0, 3, 3, 0] : [3, 3, 0, 0]}
          maxBarSize={48}
          minPointSize={minPointSize}
          isAnimationActive={false}
        >
          <LabelList dataKey="label" position={rows ? 'right' : 'top'} className="chart-label" />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}

// A minimum length, so that small values are visible and zero has its label.
const minPointSize = (value: unknown) => (value ? 2 : 0.01);
