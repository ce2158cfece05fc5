import { useQuery } from '@tanstack/react-query';
import type { Trend as SiteTrend } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
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

/** The difference from the week before. */
function compare({ now, before }: { now: number; before: number }, format: (value: number) => string) {
  if (now === before) return { direction: 'same' as const, text: t('Same as before') };
  const difference = format(Math.abs(now - before));
  return now > before
    ? { direction: 'up' as const, text: t('{difference} more', { difference }) }
    : { direction: 'down' as const, text: t('{difference} less', { difference }) };
}

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
                note={t('{count} in the seven days before', { count: format(data[metric].before) })}
                about={about}
                change={compare(data[metric], format)}
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
