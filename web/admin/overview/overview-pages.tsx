import type { Overview } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { formatPercent } from '#web/analytics/change.ts';
import { MetricCard } from '#web/base/ui/metric-card.tsx';
import { MetricTable } from '#web/base/ui/metric-table.tsx';

/** The most viewed pages, and the impressions and clicks of ad slots. */
export function OverviewPages({ overview: { topPages, slots } }: { overview: Overview }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <MetricCard title={t('Top pages')} about={t('The 20 most viewed pages.')}>
        {topPages.length === 0 ? (
          <p className="text-muted">{t('No page views in this period.')}</p>
        ) : (
          <MetricTable
            title={t('Top pages')}
            columns={[t('Page'), t('Views')]}
            rows={topPages.map(({ path, views }) => [path, views])}
          />
        )}
      </MetricCard>
      <MetricCard
        title={t('Ad spaces')}
        about={t(
          'An ad space counts as seen when half of it is on screen for a second. Clicks count for any ad in it, ours or someone else’s.',
        )}
      >
        {slots.length === 0 ? (
          <p className="text-muted">{t('No ad spaces were seen in this period.')}</p>
        ) : (
          <MetricTable
            title={t('Ad spaces')}
            columns={[t('Ad space'), t('Seen'), t('Clicks'), t('Click rate')]}
            rows={slots.map(({ slot, impressions, clicks }) => [
              slot,
              impressions,
              clicks,
              impressions === 0 ? '–' : formatPercent(clicks / impressions),
            ])}
          />
        )}
      </MetricCard>
    </div>
  );
}
