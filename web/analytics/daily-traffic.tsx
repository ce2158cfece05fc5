import type { Analytics } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { BarChart } from '#web/base/ui/charts/chart.tsx';
import { ChartCard } from '#web/base/ui/charts/chart-card.tsx';
import { describeChart, toDailyPoints } from './daily-points.ts';
import { formatLongDay } from './days.ts';
import { DEFINITIONS } from './definitions.ts';

/** The views of each day, or of each week for long date ranges. */
export function DailyTraffic({ days }: { days: Analytics['days'] }) {
  const points = toDailyPoints(
    days.map(({ date, views }) => ({ date, value: views })),
    (count) => t('{count, plural, one {# view} other {# views}}', { count }),
  );
  const isEmpty = days.every(({ views }) => views === 0);
  return (
    <ChartCard
      title={t('Daily Traffic')}
      about={DEFINITIONS.daily}
      aside={
        points.length < days.length && (
          <p className="text-muted text-sm">{t('Each bar is a week. The table shows every day.')}</p>
        )
      }
      empty={
        isEmpty && {
          title: t('No daily view data available yet'),
          text: t(
            'Each day with a visit gets a bar here. Share your listing, and put its link where customers look: your window, receipts and profiles.',
          ),
          shape: 'bars',
          height: 200,
        }
      }
      table={{
        columns: [
          t('Day'),
          t('Views'),
          t('Impressions'),
          t('Website clicks'),
          t('Phone clicks'),
          t('Map views'),
          t('Shares'),
        ],
        rows: days.map(({ date, views, impressions, websiteClicks, phoneClicks, mapClicks, shares }) => [
          formatLongDay(date),
          ...[views, impressions, websiteClicks, phoneClicks, mapClicks, shares],
        ]),
      }}
    >
      <BarChart points={points} description={describeChart(t('Views by day'), points)} />
    </ChartCard>
  );
}
