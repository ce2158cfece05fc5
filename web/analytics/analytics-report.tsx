import type { Analytics } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Tabs } from '#web/base/ui/tabs.tsx';
import { RecentDateTime } from '#web/base/ui/time.tsx';
import { DailyTraffic } from './daily-traffic.tsx';
import { countDays, formatDayRange, toCalendarDay } from './days.ts';
import { Demographics } from './demographics.tsx';
import { DeviceBreakdown } from './device-breakdown.tsx';
import { Engagement } from './engagement.tsx';
import { LocationData } from './location-data.tsx';
import { PeakHours } from './peak-hours.tsx';
import { Sources } from './sources.tsx';
import { Summary } from './summary.tsx';
import { csvPath } from './use-analytics.ts';

/** All metrics of a listing for the date range. `busy` while another range is loading. */
export function AnalyticsReport({ analytics, busy }: { analytics: Analytics; busy: boolean }) {
  return (
    <div aria-busy={busy || undefined} className="refreshing">
      <Period analytics={analytics} />
      <Summary analytics={analytics} />
      <div className="mt-4 grid gap-4">
        <DailyTraffic days={analytics.days} />
        <div className="grid gap-4 lg:grid-cols-2">
          <LocationData locations={analytics.locations} />
          <PeakHours hours={analytics.hours} />
        </div>
      </div>
      <Tabs
        label={t('More analytics')}
        className="mt-8"
        tabs={[
          {
            value: 'devices',
            label: t('Device Breakdown'),
            content: <DeviceBreakdown devices={analytics.devices} />,
          },
          { value: 'engagement', label: t('Engagement'), content: <Engagement analytics={analytics} /> },
          { value: 'sources', label: t('Sources'), content: <Sources analytics={analytics} /> },
          { value: 'demographics', label: t('Demographics'), content: <Demographics analytics={analytics} /> },
        ]}
      />
      <Methodology analytics={analytics} />
    </div>
  );
}

function Period({ analytics }: { analytics: Analytics }) {
  const { ad, from, to, before, countedAt } = analytics;
  const days = countDays(from, to);
  const includesToday = to === toCalendarDay(new Date(countedAt));
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 className="text-xl">
        {formatDayRange(from, to)}
        <span className="block font-normal font-sans text-base text-muted leading-normal tracking-normal">
          {before &&
            t('{days, plural, one {Compared with the day before.} other {Compared with the # days before.}}', { days })}
          {!before && t('Not enough history to compare yet.')}
          {includesToday && ` ${t('Today’s numbers are still coming in.')}`}
        </span>
      </h2>
      <div className="no-print flex flex-wrap gap-3">
        <a href={csvPath(ad.id, analytics)} download className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          <Icon name="download" />
          {t('Download CSV')}
        </a>
        <Button variant="secondary" size="sm" onClick={() => print()}>
          <Icon name="printer" />
          {t('Print')}
        </Button>
      </div>
    </div>
  );
}

function Methodology({ analytics: { countedAt, leftOut } }: { analytics: Analytics }) {
  return (
    <section aria-labelledby="how-counted" className="mt-8 max-w-measure text-muted text-sm">
      <h2 id="how-counted" className="font-sans font-semibold text-base text-ink tracking-normal">
        {t('How we count')}
      </h2>
      <p className="mt-1">
        {rich(
          'Everything is measured, never estimated. Updated {time}. New visits appear within seconds. All times are Los Angeles time. Not counted in this period: {bots, plural, one {# visit} other {# visits}} by bots and {own, plural, one {# visit} other {# visits}} by you or the administrator.',
          { time: <RecentDateTime at={countedAt} />, bots: leftOut.bots, own: leftOut.own },
        )}
      </p>
    </section>
  );
}
