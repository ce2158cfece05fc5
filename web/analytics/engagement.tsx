import type { Analytics } from '#contract/analytics.ts';
import { Figure, Figures } from '../ui/figure.tsx';
import { changeOf, changeOfTime, clockOf } from './change.ts';
import { DEFINITIONS } from './definitions.ts';

/** What visitors did, besides calling and sharing. */
export function Engagement({ analytics: { total, before } }: { analytics: Analytics }) {
  return (
    <Figures>
      <Figure
        label="Seen in lists"
        value={total.impressions.toLocaleString('en-US')}
        note="In this period"
        change={changeOf(total.impressions, before?.impressions)}
        about={DEFINITIONS.impressions}
      />
      <Figure
        label="Clicks to website"
        value={total.websiteClicks.toLocaleString('en-US')}
        note="In this period"
        change={changeOf(total.websiteClicks, before?.websiteClicks)}
        about={DEFINITIONS.website}
      />
      <Figure
        label="Map views"
        value={total.mapClicks.toLocaleString('en-US')}
        note="In this period"
        change={changeOf(total.mapClicks, before?.mapClicks)}
        about={DEFINITIONS.map}
      />
      <Figure
        label="Average time on page"
        value={total.averageSeconds === null ? '–' : clockOf(total.averageSeconds)}
        note={total.averageSeconds === null ? 'Nobody’s time is known yet' : 'Minutes and seconds'}
        change={changeOfTime(total.averageSeconds, before?.averageSeconds)}
        about={DEFINITIONS.time}
      />
    </Figures>
  );
}
