import type { Analytics } from '#contract/analytics.ts';
import { Figure, Figures } from '../ui/figure.tsx';
import { changeOf, changeOfRate, percentOf } from './change.ts';
import { DEFINITIONS } from './definitions.ts';

/** The four figures that an owner comes for. */
export function Summary({ analytics: { lifetimeViews, total, before } }: { analytics: Analytics }) {
  return (
    <Figures>
      <Figure
        label="Total Views"
        value={lifetimeViews.toLocaleString('en-US')}
        note={
          <>
            <span className="block">Lifetime</span>
            <span className="block">{total.views.toLocaleString('en-US')} in this period</span>
          </>
        }
        change={changeOf(total.views, before?.views)}
        about={DEFINITIONS.views}
      />
      <Figure
        label="Click Rate"
        value={total.clickRate === null ? '–' : percentOf(total.clickRate)}
        note={
          <>
            <span className="block">Avg. click-through</span>
            <span className="block">{total.clickRate === null ? 'No views in this period' : 'In this period'}</span>
          </>
        }
        change={changeOfRate(total.clickRate, before?.clickRate)}
        about={DEFINITIONS.clickRate}
      />
      <Figure
        label="Phone Clicks"
        value={total.phoneClicks.toLocaleString('en-US')}
        note="In this period"
        change={changeOf(total.phoneClicks, before?.phoneClicks)}
        about={DEFINITIONS.phone}
      />
      <Figure
        label="Shares"
        value={total.shares.toLocaleString('en-US')}
        note="In this period"
        change={changeOf(total.shares, before?.shares)}
        about={DEFINITIONS.shares}
      />
    </Figures>
  );
}
