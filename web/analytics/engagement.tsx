import type { Analytics } from '#contract/analytics.ts';
import type { LeadSource } from '#contract/conversations/lead-source.ts';
import { t } from '#contract/i18n/t.ts';
import { Metric, MetricList } from '../ui/metric.tsx';
import { formatDuration, getCountChange, getDurationChange } from './change.ts';
import { DEFINITIONS } from './definitions.ts';

const SOURCES: Record<LeadSource, string> = {
  listing: 'from your page',
  search: 'from search',
  list: 'from lists',
  quote: 'from quote requests',
};

/** The engagement metrics besides those of the summary. */
export function Engagement({ analytics: { total, before, leads } }: { analytics: Analytics }) {
  const messages = leads.reduce((sum, { count }) => sum + count, 0);
  return (
    <MetricList>
      <Metric
        label={t('Messages')}
        value={messages.toLocaleString('en-US')}
        note={
          messages === 0
            ? t('In this period')
            : leads.map(({ source, count }) => `${count} ${SOURCES[source]}`).join(', ')
        }
        about={DEFINITIONS.messages}
      />
      <Metric
        label={t('Seen in lists')}
        value={total.impressions.toLocaleString('en-US')}
        note={t('In this period')}
        change={getCountChange(total.impressions, before?.impressions)}
        about={DEFINITIONS.impressions}
      />
      <Metric
        label={t('Clicks to website')}
        value={total.websiteClicks.toLocaleString('en-US')}
        note={t('In this period')}
        change={getCountChange(total.websiteClicks, before?.websiteClicks)}
        about={DEFINITIONS.website}
      />
      <Metric
        label={t('Map views')}
        value={total.mapClicks.toLocaleString('en-US')}
        note={t('In this period')}
        change={getCountChange(total.mapClicks, before?.mapClicks)}
        about={DEFINITIONS.map}
      />
      <Metric
        label={t('Average time on page')}
        value={total.averageSeconds === null ? '–' : formatDuration(total.averageSeconds)}
        note={total.averageSeconds === null ? t('No time recorded yet') : t('Minutes and seconds')}
        change={getDurationChange(total.averageSeconds, before?.averageSeconds)}
        about={DEFINITIONS.time}
      />
    </MetricList>
  );
}
