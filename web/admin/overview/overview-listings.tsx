import type { Overview } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { HorizontalBarChart } from '#web/base/ui/charts/chart.tsx';
import { ChartCard } from '#web/base/ui/charts/chart-card.tsx';
import { Metric, MetricList } from '#web/base/ui/metric.tsx';
import { LEVEL_NAMES } from '#web/owner-listings/status.ts';

const VISIBLE_DEFINITION = t(
  'Listings that visitors can see now: active, not expired and not owned by a suspended account. Updated within a minute of a change.',
);

/** The current numbers of listings and accounts, independent of the selected period. */
export function OverviewListings({ overview: { listings, accounts } }: { overview: Overview }) {
  const { active, unclaimed, free, enhanced, premium, drafts, paused, hidden, expired } = listings;
  return (
    <>
      <h2 className="mt-4 text-xl">{t('Right now')}</h2>
      <MetricList>
        <Metric label={t('Live listings')} value={formatNumber(active)} note={t('Now')} about={VISIBLE_DEFINITION} />
        <Metric
          label={t('Unclaimed')}
          value={formatNumber(unclaimed)}
          note={t('Of live listings')}
          about={t('Open-data listings that no account owns. Samples don’t count.')}
        />
        <Metric
          label={t('Accounts')}
          value={formatNumber(accounts.all)}
          note={t('Including the administrator')}
          about={t('All registered accounts, including suspended ones.')}
        />
        <Metric
          label={t('Suspended', null, 'accounts')}
          value={formatNumber(accounts.suspended)}
          note={t('Of all accounts')}
          about={t('Accounts that can’t sign in and whose listings are hidden.')}
        />
      </MetricList>
      <div className="grid gap-4 lg:grid-cols-2">
        <StatusChart
          title={t('Listings by plan')}
          about={VISIBLE_DEFINITION}
          counts={[
            [LEVEL_NAMES.free, free],
            [LEVEL_NAMES.enhanced, enhanced],
            [LEVEL_NAMES.premium, premium],
          ]}
        />
        <StatusChart
          title={t('Listings by status')}
          about={t('Expired listings weren’t renewed in time. Deleted listings don’t count.')}
          counts={[
            [t('Shown', null, 'listings'), active],
            [t('Drafts'), drafts],
            [t('Paused', null, 'listings'), paused],
            [t('Hidden', null, 'listings'), hidden],
            [t('Expired', null, 'listings'), expired],
          ]}
        />
      </div>
    </>
  );
}

function StatusChart({
  title,
  about,
  counts,
}: {
  title: string;
  about: string;
  counts: [name: string, count: number][];
}) {
  const points = counts.map(([name, value]) => ({ name, value, label: formatNumber(value) }));
  const description = `${title}: ${points.map(({ name, label }) => `${name} ${label}`).join(', ')}.`;
  return (
    <ChartCard
      title={title}
      about={about}
      empty={
        points.every(({ value }) => value === 0) && {
          title: t('No listings yet'),
          text: t('Each group gets a bar with its first listing.'),
          shape: 'rows',
          height: 200,
        }
      }
      table={{ columns: [t('Listings'), t('Count')], rows: points.map(({ name, value }) => [name, value]) }}
    >
      <HorizontalBarChart points={points} description={description} />
    </ChartCard>
  );
}
