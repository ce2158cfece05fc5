import type { Overview } from '#contract/analytics.ts';
import { formatPercent } from '../../analytics/change.ts';
import { MetricCard } from '../../ui/metric-card.tsx';
import { MetricTable } from '../../ui/metric-table.tsx';

/** The most viewed pages, and the impressions and clicks of ad slots. */
export function OverviewPages({ overview: { topPages, slots } }: { overview: Overview }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <MetricCard title="Top pages" about="The 20 most viewed pages.">
        {topPages.length === 0 ? (
          <p className="text-muted">No page views in this period.</p>
        ) : (
          <MetricTable
            title="Top pages"
            columns={['Page', 'Views']}
            rows={topPages.map(({ path, views }) => [path, views])}
          />
        )}
      </MetricCard>
      <MetricCard
        title="Ad slots"
        about="A slot counts as seen when half of it is on screen for a second. Clicks count for any ad in the slot, ours or someone else’s."
      >
        {slots.length === 0 ? (
          <p className="text-muted">No ad slots were seen in this period.</p>
        ) : (
          <MetricTable
            title="Ad slots"
            columns={['Slot', 'Seen', 'Clicks', 'Click rate']}
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
