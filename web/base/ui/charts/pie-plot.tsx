import { Pie, PieChart, ResponsiveContainer } from 'recharts';
import { type DataPoint, PIE_COLORS } from './data-point.ts';

/** The slices of a pie in the six colours of the palette; the legend is in chart.tsx. */
export default function PiePlot({ points }: { points: DataPoint[] }) {
  const slices = points.map((point, index) => ({ ...point, fill: PIE_COLORS[index % PIE_COLORS.length] }));
  return (
    <ResponsiveContainer>
      <PieChart accessibilityLayer={false}>
        <Pie
          data={slices}
          dataKey="value"
          nameKey="name"
          innerRadius="52%"
          outerRadius="98%"
          startAngle={90}
          endAngle={-270}
          stroke="var(--card)"
          strokeWidth={2}
          isAnimationActive={false}
        />
      </PieChart>
    </ResponsiveContainer>
  );
}
