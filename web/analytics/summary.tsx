import type { Analytics } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { Metric, MetricList } from '#web/base/ui/metric.tsx';
import { formatPercent, getCountChange, getRateChange } from './change.ts';
import { DEFINITIONS } from './definitions.ts';

/** The four main metrics. */
export function Summary({ analytics: { lifetimeViews, total, before } }: { analytics: Analytics }) {
  return (
    <MetricList>
      <Metric
        label={t('Total Views')}
        value={formatNumber(lifetimeViews)}
        note={
          <>
            <span className="block">{t('Lifetime')}</span>
            <span className="block">{t('{count, number} in this period', { count: total.views })}</span>
          </>
        }
        change={getCountChange(total.views, before?.views)}
        about={DEFINITIONS.views}
      />
      <Metric
        label={t('Click Rate')}
        value={total.clickRate === null ? '–' : formatPercent(total.clickRate)}
        note={
          <>
            <span className="block">{t('Avg. click-through')}</span>
            <span className="block">
              {total.clickRate === null ? t('No views in this period') : t('In this period')}
            </span>
          </>
        }
        change={getRateChange(total.clickRate, before?.clickRate)}
        about={DEFINITIONS.clickRate}
      />
      <Metric
        label={t('Phone Clicks')}
        value={formatNumber(total.phoneClicks)}
        note={t('In this period')}
        change={getCountChange(total.phoneClicks, before?.phoneClicks)}
        about={DEFINITIONS.phone}
      />
      <Metric
        label={t('Shares')}
        value={formatNumber(total.shares)}
        note={t('In this period')}
        change={getCountChange(total.shares, before?.shares)}
        about={DEFINITIONS.shares}
      />
    </MetricList>
  );
}
