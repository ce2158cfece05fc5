import type { Analytics } from '#contract/analytics.ts';
import { RowChart } from '../ui/charts/chart.tsx';
import { ChartCard } from '../ui/charts/chart-card.tsx';
import { DEFINITIONS } from './definitions.ts';
import { inWords, rowsOf, sharesOf } from './shares-of.ts';

const HEIGHT = 300;

/** On what machines visitors looked. */
export function DeviceBreakdown({ devices }: { devices: Analytics['devices'] }) {
  const points = sharesOf(devices);
  return (
    <ChartCard
      title="Views by device"
      about={DEFINITIONS.devices}
      empty={
        points.length === 0 && {
          title: 'No device data available yet',
          text: 'You will see here whether customers look on a phone or at a desk. Either way: a tap on your number calls you.',
          shape: 'rows',
          height: HEIGHT,
        }
      }
      twin={{ columns: ['Device', 'Views', 'Share'], rows: rowsOf(devices) }}
    >
      <RowChart points={points} says={`Views by device: ${inWords(points)}.`} height={HEIGHT} />
    </ChartCard>
  );
}
