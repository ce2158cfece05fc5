import type { Analytics } from '#contract/analytics.ts';
import { PieChart } from '../ui/charts/chart.tsx';
import { ChartCard } from '../ui/charts/chart-card.tsx';
import { DEFINITIONS } from './definitions.ts';
import { listPoints, toSharePoints, toShareRows } from './shares.ts';

/** Views by the place whose page visitors came from. */
export function LocationData({ locations }: { locations: Analytics['locations'] }) {
  const points = toSharePoints(locations);
  return (
    <ChartCard
      title="Location Data"
      about={DEFINITIONS.locations}
      empty={
        points.length === 0 && {
          title: 'No location data available yet',
          text: 'See which pages bring you visitors: your city’s, your ZIP code’s or your county’s.',
          shape: 'pie',
          height: 200,
        }
      }
      table={{ columns: ['Came from', 'Views', 'Share'], rows: toShareRows(locations) }}
    >
      <PieChart points={points} description={`Views by the place that visitors came from: ${listPoints(points)}.`} />
    </ChartCard>
  );
}
