import type { Overview } from '#contract/analytics.ts';
import { percentOf } from '../analytics/change.ts';
import { FigureCard } from '../ui/figure-card.tsx';
import { FigureTable } from '../ui/figure-table.tsx';

/** Which pages were looked at most, and what advertising brought. */
export function OverviewPages({ overview: { topPages, slots } }: { overview: Overview }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <FigureCard title="Top pages" about="The pages that were shown most often, at most 20 of them.">
        {topPages.length === 0 ? (
          <p className="text-muted">No page was viewed in this period.</p>
        ) : (
          <FigureTable
            title="Top pages"
            columns={['Page', 'Views']}
            rows={topPages.map(({ path, views }) => [path, views])}
          />
        )}
      </FigureCard>
      <FigureCard
        title="Ad slots"
        about="Seen is a slot of which half was in view for a second. A click is on whatever it showed: our own advertising or somebody else’s."
      >
        {slots.length === 0 ? (
          <p className="text-muted">No ad slot was seen in this period.</p>
        ) : (
          <FigureTable
            title="Ad slots"
            columns={['Slot', 'Seen', 'Clicks', 'Click rate']}
            rows={slots.map(({ slot, impressions, clicks }) => [
              slot,
              impressions,
              clicks,
              impressions === 0 ? '–' : percentOf(clicks / impressions),
            ])}
          />
        )}
      </FigureCard>
    </div>
  );
}
