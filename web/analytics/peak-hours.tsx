import type { Analytics } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { LOCALE } from '#web/base/i18n/language.ts';
import { LineChart } from '#web/base/ui/charts/chart.tsx';
import { ChartCard } from '#web/base/ui/charts/chart-card.tsx';
import type { DataPoint } from '#web/base/ui/charts/data-point.ts';
import { describeChart } from './daily-points.ts';
import { DEFINITIONS } from './definitions.ts';

/** Views by hour of the day. */
export function PeakHours({ hours }: { hours: Analytics['hours'] }) {
  const most = Math.max(...hours.map(({ views }) => views));
  const peak = hours.findIndex(({ views }) => views === most);
  const points: DataPoint[] = hours.map(({ hour, views }, index) => ({
    name: formatHour(hour),
    value: views,
    tooltip: t('{from} to {to}: {views, plural, one {# view} other {# views}}', {
      from: formatHour(hour),
      to: formatHour((hour + 1) % 24),
      views,
    }),
    ...(index === peak && { highlighted: true, label: formatHour(hour) }),
  }));
  return (
    <ChartCard
      title={t('Peak Hours')}
      about={DEFINITIONS.hours}
      empty={
        most <= 0 && {
          title: t('No hourly data available yet'),
          text: t('See when customers look for you, so you know when to have someone by the phone.'),
          shape: 'line',
          height: 200,
        }
      }
      table={{
        columns: [t('From', null, 'time'), t('Views')],
        rows: hours.map(({ hour, views }) => [formatHour(hour), views]),
      }}
    >
      <LineChart
        points={points}
        ticks={[0, 6, 12, 18, 23].map(formatHour)}
        description={describeChart(t('Views by hour of the day'), points)}
      />
    </ChartCard>
  );
}

/** Formats an hour: '12 AM', '6 PM'. */
const formatHour = (hour: number) => hourFormat.format(hour * HOUR_MS).replace('\u202f', ' ');

const HOUR_MS = 3_600_000;
const hourFormat = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', hour: 'numeric' });
