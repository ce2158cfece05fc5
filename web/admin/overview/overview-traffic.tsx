import type { Overview } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { formatPercent } from '#web/analytics/change.ts';
import { describeChart, toDailyPoints } from '#web/analytics/daily-points.ts';
import { formatLongDay } from '#web/analytics/days.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { BarChart } from '#web/base/ui/charts/chart.tsx';
import { ChartCard } from '#web/base/ui/charts/chart-card.tsx';
import { Metric, MetricList } from '#web/base/ui/metric.tsx';

type Day = Overview['days'][number];
type TrafficMetric = 'pageViews' | 'visitors' | 'listingViews';

const PAGE_VIEWS = t('Pages viewed in a browser that runs our script. Bots and the administrator don’t count.');
const VISITORS = t(
  'People who opened a page. Each counts once a day, so someone who visits on three days counts three times. We recognize visitors by a hash of address and browser that we delete every day.',
);
const LISTING_VIEWS = t(
  'Visitors who viewed a listing page, once a day for each listing. Owners don’t count on their own listings.',
);
const BOTS = t(
  'Page requests from programs that identify themselves as bots. Bots that pretend to be browsers aren’t included. Events from automated browsers are counted below.',
);

/** Page views, visitors, listing views and the share of bots. */
export function OverviewTraffic({ overview }: { overview: Overview }) {
  const { days, requests } = overview;
  return (
    <>
      <MetricList>
        <Metric
          label={t('Page views')}
          value={formatSum(days, 'pageViews')}
          note={t('In this period')}
          about={PAGE_VIEWS}
        />
        <Metric
          label={t('Visitors')}
          value={formatSum(days, 'visitors')}
          note={t('Each counts once a day')}
          about={VISITORS}
        />
        <Metric
          label={t('Listing views')}
          value={formatSum(days, 'listingViews')}
          note={t('All listings')}
          about={LISTING_VIEWS}
        />
        <Metric
          label={t('Bot share')}
          value={requests.all === 0 ? '–' : formatPercent(requests.bots / requests.all)}
          note={t('{bots, number} of {all, number} page requests', { bots: requests.bots, all: requests.all })}
          about={BOTS}
        />
      </MetricList>
      <ExcludedEvents overview={overview} />
      <TrafficChart days={days} metric="pageViews" />
      <div className="grid gap-4 lg:grid-cols-2">
        <TrafficChart days={days} metric="visitors" />
        <TrafficChart days={days} metric="listingViews" />
      </div>
    </>
  );
}

const formatSum = (days: Day[], metric: TrafficMetric) => formatNumber(days.reduce((sum, day) => sum + day[metric], 0));

function ExcludedEvents({ overview: { botEvents, droppedEvents, refusedEvents } }: { overview: Overview }) {
  return (
    <p className="max-w-measure text-muted text-sm">
      {t(
        'Not included: {bots, plural, one {# event} other {# events}} from automated browsers, {refused, plural, one {# event} other {# events}} over the limit for one address and {dropped, plural, one {# event} other {# events}} dropped while the site was too busy.',
        { bots: botEvents, refused: refusedEvents, dropped: droppedEvents },
      )}
    </p>
  );
}

interface ChartTexts {
  title: string;
  about: string;
  /** The heading of the column that is counted. */
  heading: string;
  formatCount: (count: number) => string;
  empty: string;
}

const CHARTS: Record<TrafficMetric, ChartTexts> = {
  pageViews: {
    title: t('Page views by day'),
    about: PAGE_VIEWS,
    heading: t('Page views'),
    formatCount: (count) => t('{count, plural, one {# page view} other {# page views}}', { count }),
    empty: t('No page views in this period'),
  },
  visitors: {
    title: t('Visitors by day'),
    about: VISITORS,
    heading: t('Visitors'),
    formatCount: (count) => t('{count, plural, one {# visitor} other {# visitors}}', { count }),
    empty: t('No visitors in this period'),
  },
  listingViews: {
    title: t('Listing views by day'),
    about: LISTING_VIEWS,
    heading: t('Listing views'),
    formatCount: (count) => t('{count, plural, one {# listing view} other {# listing views}}', { count }),
    empty: t('No listing views in this period'),
  },
};

function TrafficChart({ days, metric }: { days: Day[]; metric: TrafficMetric }) {
  const { title, about, heading, formatCount, empty } = CHARTS[metric];
  const points = toDailyPoints(
    days.map((day) => ({ date: day.date, value: day[metric] })),
    formatCount,
  );
  return (
    <ChartCard
      title={title}
      about={about}
      empty={
        days.every((day) => day[metric] === 0) && {
          title: empty,
          text: t('Choose a different date range, or check back later. New visits appear within two minutes.'),
          shape: 'bars',
          height: 200,
        }
      }
      table={{
        columns: [t('Day'), heading],
        rows: days.map((day) => [formatLongDay(day.date), day[metric]]),
      }}
    >
      <BarChart points={points} description={describeChart(title, points)} />
    </ChartCard>
  );
}
