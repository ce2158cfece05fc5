import type { Overview } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { formatPercent } from '../../analytics/change.ts';
import { describeChart, toDailyPoints } from '../../analytics/daily-points.ts';
import { formatLongDay } from '../../analytics/days.ts';
import { BarChart } from '../../ui/charts/chart.tsx';
import { ChartCard } from '../../ui/charts/chart-card.tsx';
import { Metric, MetricList } from '../../ui/metric.tsx';

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
          note={`${number.format(requests.bots)} of ${number.format(requests.all)} page requests`}
          about={BOTS}
        />
      </MetricList>
      <ExcludedEvents overview={overview} />
      <TrafficChart
        title={t('Page views by day')}
        days={days}
        metric="pageViews"
        unit={['page view', 'page views']}
        about={PAGE_VIEWS}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <TrafficChart
          title={t('Visitors by day')}
          days={days}
          metric="visitors"
          unit={['visitor', 'visitors']}
          about={VISITORS}
        />
        <TrafficChart
          title={t('Listing views by day')}
          days={days}
          metric="listingViews"
          unit={['listing view', 'listing views']}
          about={LISTING_VIEWS}
        />
      </div>
    </>
  );
}

const number = new Intl.NumberFormat('en-US');

const formatSum = (days: Day[], metric: TrafficMetric) =>
  number.format(days.reduce((sum, day) => sum + day[metric], 0));

function ExcludedEvents({ overview: { botEvents, droppedEvents, refusedEvents } }: { overview: Overview }) {
  return (
    <p className="max-w-measure text-muted text-sm">
      Not included: {formatEvents(botEvents)} from automated browsers, {formatEvents(refusedEvents)} over the limit for
      one address and {formatEvents(droppedEvents)} dropped while the site was too busy.
    </p>
  );
}

const formatEvents = (count: number) => (count === 1 ? '1 event' : `${number.format(count)} events`);

function TrafficChart({
  title,
  days,
  metric,
  unit,
  about,
}: {
  title: string;
  days: Day[];
  metric: TrafficMetric;
  unit: [one: string, many: string];
  about: string;
}) {
  const points = toDailyPoints(
    days.map((day) => ({ date: day.date, value: day[metric] })),
    unit,
  );
  return (
    <ChartCard
      title={title}
      about={about}
      empty={
        days.every((day) => day[metric] === 0) && {
          title: `No ${unit[1]} in this period`,
          text: t('Choose a different date range, or check back later. New visits appear within two minutes.'),
          shape: 'bars',
          height: 200,
        }
      }
      table={{
        columns: [t('Day'), title.replace(' by day', '')],
        rows: days.map((day) => [formatLongDay(day.date), day[metric]]),
      }}
    >
      <BarChart points={points} description={describeChart(title, points)} />
    </ChartCard>
  );
}
