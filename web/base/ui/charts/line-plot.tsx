import { CartesianGrid, LabelList, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { AXIS_PROPS, COUNT_AXIS_PROPS, type DataPoint } from './data-point.ts';

/** A line with a dot at the highlighted point. `ticks` are the labels of the axis. */
export default function LinePlot({ points, ticks }: { points: DataPoint[]; ticks: string[] }) {
  return (
    <ResponsiveContainer>
      <LineChart data={points} margin={{ top: 24, right: 24, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis {...AXIS_PROPS} dataKey="name" ticks={ticks} interval="preserveStart" />
        <YAxis {...AXIS_PROPS} {...COUNT_AXIS_PROPS} />
        <Tooltip content={ChartTooltip} cursor={{ stroke: 'var(--line-strong)' }} isAnimationActive={false} />
        <Line
          dataKey="value"
          type="monotone"
          stroke="var(--pacific)"
          strokeWidth={2.5}
          activeDot={{ r: 4, fill: 'var(--pacific)', stroke: 'var(--card)' }}
          dot={({ cx, cy, payload }: { cx?: number; cy?: number; payload: DataPoint }) =>
            payload.highlighted ? (
              <circle
                key={payload.name}
                cx={cx}
                cy={cy}
                r={5}
                fill="var(--poppy)"
                stroke="var(--card)"
                strokeWidth={2}
              />
            ) : (
              <g key={payload.name} />
            )
          }
          isAnimationActive={false}
        >
          <LabelList dataKey="label" position="top" offset={9} className="chart-label" />
        </Line>
      </LineChart>
    </ResponsiveContainer>
  );
}
