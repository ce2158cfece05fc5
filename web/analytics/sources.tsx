import type { Analytics } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { VISIT_SOURCES, type VisitSource } from '#contract/ownership/sharing/visit-source.ts';
import { MetricCard } from '#web/base/ui/metric-card.tsx';
import { MetricTable } from '#web/base/ui/metric-table.tsx';
import { DEFINITIONS } from './definitions.ts';

const LABELS: Record<VisitSource, string> = {
  embed: t('Card on your site'),
  badge: t('Badge on your site'),
  qr: t('QR code'),
  api: t('Programs that use our API'),
  assistant: t('AI assistants'),
};

/** What the listing's card, badge and QR code elsewhere brought, and programs and assistants that read it. */
export function Sources({ analytics: { sources, leads } }: { analytics: Analytics }) {
  const title = t('From outside of this site');
  const rows = VISIT_SOURCES.map((source): [string, number, number] => [
    LABELS[source],
    sources.find((entry) => entry.source === source)?.views ?? 0,
    leads.find((lead) => lead.source === source)?.count ?? 0,
  ]);
  return (
    <MetricCard title={title} about={DEFINITIONS.sources}>
      <MetricTable title={title} columns={[t('Came from'), t('Views'), t('Messages')]} rows={rows} />
    </MetricCard>
  );
}
