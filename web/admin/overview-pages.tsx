import type { Overview } from '#contract/analytics.ts';
import { formatPercent } from '../analytics/change.ts';
import { MetricCard } from '../ui/metric-card.tsx';
import { MetricTable } from '../ui/metric-table.tsx';

/** The most viewed pages, and the impressions and clicks of ad slots. */
export function OverviewPages({ overview: { topPages, slots } }: { overview: Overview }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <MetricCard title="Top pages" about="The pages that were shown most often, at most 20 of them.">
        {topPages.length === 0 ? (
          <p className="text-muted">No page was viewed in this period.</p>
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
        about="Seen is a slot of which half was in view for a second. A click is on whatever it showed: our own advertising or somebody else’s."
      >
        {slots.length === 0 ? (
          <p className="text-muted">No ad slot was seen in this period.</p>
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
