import type { Overview } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { HorizontalBarChart } from '../../ui/charts/chart.tsx';
import { ChartCard } from '../../ui/charts/chart-card.tsx';
import { Metric, MetricList } from '../../ui/metric.tsx';

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
        <Metric label={t('Live listings')} value={formatCount(active)} note={t('Now')} about={VISIBLE_DEFINITION} />
        <Metric
          label={t('Unclaimed')}
          value={formatCount(unclaimed)}
          note={t('Of live listings')}
          about={t('Open-data listings that no account owns. Samples don’t count.')}
        />
        <Metric
          label={t('Accounts')}
          value={formatCount(accounts.all)}
          note={t('Including the administrator')}
          about={t('All registered accounts, including suspended ones.')}
        />
        <Metric
          label={t('Suspended')}
          value={formatCount(accounts.suspended)}
          note={t('Of all accounts')}
          about={t('Accounts that can’t sign in and whose listings are hidden.')}
        />
      </MetricList>
      <div className="grid gap-4 lg:grid-cols-2">
        <StatusChart
          title={t('Listings by plan')}
          about={VISIBLE_DEFINITION}
          counts={{ Free: free, Enhanced: enhanced, Premium: premium }}
        />
        <StatusChart
          title={t('Listings by status')}
          about={t('Expired listings weren’t renewed in time. Deleted listings don’t count.')}
          counts={{ Shown: active, Drafts: drafts, Paused: paused, Hidden: hidden, Expired: expired }}
        />
      </div>
    </>
  );
}

const formatCount = (count: number) => count.toLocaleString('en-US');

function StatusChart({ title, about, counts }: { title: string; about: string; counts: Record<string, number> }) {
  const points = Object.entries(counts).map(([name, value]) => ({ name, value, label: formatCount(value) }));
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
