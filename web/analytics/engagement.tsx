import type { Analytics } from '#contract/analytics.ts';
import type { LeadSource } from '#contract/conversations/lead-source.ts';
import { t } from '#contract/i18n/t.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { Metric, MetricList } from '#web/base/ui/metric.tsx';
import { formatDuration, getCountChange, getDurationChange } from './change.ts';
import { DEFINITIONS } from './definitions.ts';

const LEADS: Record<LeadSource, (count: number) => string> = {
  listing: (count) => t('{count} from your page', { count }),
  search: (count) => t('{count} from search', { count }),
  list: (count) => t('{count} from lists', { count }),
  quote: (count) => t('{count} from quote requests', { count }),
  embed: (count) => t('{count} from your card elsewhere', { count }),
  badge: (count) => t('{count} from your badge', { count }),
  qr: (count) => t('{count} from your QR code', { count }),
  api: (count) => t('{count} from programs', { count }),
  assistant: (count) => t('{count} from AI assistants', { count }),
};

/** The engagement metrics besides those of the summary. */
export function Engagement({ analytics: { total, before, leads } }: { analytics: Analytics }) {
  const messages = leads.reduce((sum, { count }) => sum + count, 0);
  return (
    <MetricList>
      <Metric
        label={t('Messages')}
        value={formatNumber(messages)}
        note={messages === 0 ? t('In this period') : leads.map(({ source, count }) => LEADS[source](count)).join(', ')}
        about={DEFINITIONS.messages}
      />
      <Metric
        label={t('Seen in lists')}
        value={formatNumber(total.impressions)}
        note={t('In this period')}
        change={getCountChange(total.impressions, before?.impressions)}
        about={DEFINITIONS.impressions}
      />
      <Metric
        label={t('Clicks to website')}
        value={formatNumber(total.websiteClicks)}
        note={t('In this period')}
        change={getCountChange(total.websiteClicks, before?.websiteClicks)}
        about={DEFINITIONS.website}
      />
      <Metric
        label={t('Map views')}
        value={formatNumber(total.mapClicks)}
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
