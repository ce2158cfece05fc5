import { useQuery } from '@tanstack/react-query';
import type { Trend as SiteTrend } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { getCountChange } from '#web/analytics/change.ts';
import { formatDayRange } from '#web/analytics/days.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { Metric, MetricList } from '#web/base/ui/metric.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { formatAmount } from './overview-revenue.tsx';

type TrendMetric = Exclude<keyof SiteTrend, 'from' | 'to'>;

const METRICS: { metric: TrendMetric; label: string; about: string; format?: (value: number) => string }[] = [
  { metric: 'visitors', label: t('Visitors'), about: t('People who opened a page. Each counts once a day.') },
  { metric: 'searches', label: t('Searches'), about: t('Views of the page of search results.') },
  { metric: 'calls', label: t('Calls'), about: t('Taps on the phone numbers of listings.') },
  { metric: 'leads', label: t('Leads'), about: t('Conversations that customers began with businesses.') },
  { metric: 'newListings', label: t('New listings'), about: t('Listings that people posted, without imported ones.') },
  {
    metric: 'incomeCents',
    label: t('Income'),
    about: t('Charges in the ledger, minus refunds and lost disputes.'),
    format: formatAmount,
  },
];

/** What the past week brought, each with the week before; nothing if it cannot be read, because what waits matters more. */
export function Trend() {
  const { data, error } = useQuery<SiteTrend, ApiError>({ queryKey: [`${ADMIN_API_PREFIX}trend`] });
  if (error && !data) return null;
  return (
    <section aria-labelledby="trend" className="mt-8">
      <h2 id="trend" className="text-xl">
        {t('The past seven days')}
        <span className="mt-1 block font-normal font-sans text-base text-muted tracking-normal">
          {data ? t('{days}, and the seven days before', { days: formatDayRange(data.from, data.to) }) : '\u00a0'}
        </span>
      </h2>
      <div className="mt-4">
        {data ? (
          <MetricList>
            {METRICS.map(({ metric, label, about, format = formatNumber }) => (
              <Metric
                key={metric}
                label={label}
                value={format(data[metric].now)}
                note={t('In seven days')}
                about={about}
                change={getCountChange(data[metric].now, data[metric].before, format)}
              />
            ))}
          </MetricList>
        ) : (
          <SkeletonGroup label={t('Loading the past seven days…')} className="grid grid-cols-2 gap-4 lg:grid-cols-4">
            {METRICS.map(({ metric }) => (
              <Skeleton key={metric} className="h-40" />
            ))}
          </SkeletonGroup>
        )}
      </div>
    </section>
  );
}
