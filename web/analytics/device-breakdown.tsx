import type { Analytics } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { HorizontalBarChart } from '#web/base/ui/charts/chart.tsx';
import { ChartCard } from '#web/base/ui/charts/chart-card.tsx';
import { DEFINITIONS } from './definitions.ts';
import { listPoints, toSharePoints, toShareRows } from './shares.ts';

const HEIGHT = 300;

/** Views by device. */
export function DeviceBreakdown({ devices }: { devices: Analytics['devices'] }) {
  const points = toSharePoints(devices);
  return (
    <ChartCard
      title={t('Views by device')}
      about={DEFINITIONS.devices}
      empty={
        points.length === 0 && {
          title: t('No device data available yet'),
          text: t('See whether customers find you on a phone or a computer.'),
          shape: 'rows',
          height: HEIGHT,
        }
      }
      table={{ columns: [t('Device'), t('Views'), t('Share', null, 'part')], rows: toShareRows(devices) }}
    >
      <HorizontalBarChart
        points={points}
        description={t('Views by device: {values}.', { values: listPoints(points) })}
        height={HEIGHT}
      />
    </ChartCard>
  );
}
