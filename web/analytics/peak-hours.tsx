import type { Analytics } from '#contract/analytics.ts';
import { LineChart } from '../ui/charts/chart.tsx';
import { ChartCard } from '../ui/charts/chart-card.tsx';
import { saysOf } from './by-day.ts';
import { DEFINITIONS } from './definitions.ts';

/** At which hours of the day visitors come. */
export function PeakHours({ hours }: { hours: Analytics['hours'] }) {
  const most = Math.max(...hours.map(({ views }) => views));
  const peak = hours.findIndex(({ views }) => views === most);
  const points = hours.map(({ hour, views }, index) => ({
    name: hourOf(hour),
    value: views,
    hint: `${hourOf(hour)} to ${hourOf((hour + 1) % 24)}: ${views.toLocaleString('en-US')} ${views === 1 ? 'view' : 'views'}`,
    ...(index === peak && { marked: true, label: hourOf(hour) }),
  }));
  return (
    <ChartCard
      title="Peak Hours"
      about={DEFINITIONS.hours}
      empty={
        most <= 0 && {
          title: 'No hourly data available yet',
          text: 'After some visits you will see when customers look for you, and when to have somebody at the phone.',
          shape: 'line',
          height: 200,
        }
      }
      twin={{ columns: ['From', 'Views'], rows: hours.map(({ hour, views }) => [hourOf(hour), views]) }}
    >
      <LineChart
        points={points}
        ticks={[0, 6, 12, 18, 23].map(hourOf)}
        says={saysOf('Views by hour of the day', points)}
      />
    </ChartCard>
  );
}

/** '12 AM', '6 PM'. */
const hourOf = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
