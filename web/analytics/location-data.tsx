import type { Analytics } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { PieChart } from '#web/base/ui/charts/chart.tsx';
import { ChartCard } from '#web/base/ui/charts/chart-card.tsx';
import { DEFINITIONS } from './definitions.ts';
import { listPoints, toSharePoints, toShareRows } from './shares.ts';

/** Views by the place whose page visitors came from. */
export function LocationData({ locations }: { locations: Analytics['locations'] }) {
  const points = toSharePoints(locations);
  return (
    <ChartCard
      title={t('Location Data')}
      about={DEFINITIONS.locations}
      empty={
        points.length === 0 && {
          title: t('No location data available yet'),
          text: t('See which pages bring you visitors: your city’s, your ZIP code’s or your county’s.'),
          shape: 'pie',
          height: 200,
        }
      }
      table={{ columns: [t('Came from'), t('Views'), t('Share', null, 'part')], rows: toShareRows(locations) }}
    >
      <PieChart
        points={points}
        description={t('Views by the place that visitors came from: {values}.', { values: listPoints(points) })}
      />
    </ChartCard>
  );
}
