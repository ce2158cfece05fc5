import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Overview as SiteOverview } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { toApiQuery, useDateRange } from '#web/analytics/date-range.ts';
import { DateRangePicker } from '#web/analytics/date-range-picker.tsx';
import { formatDayRange } from '#web/analytics/days.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { invalidateUserOnAuthError } from '#web/base/session/session.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { RecentDateTime } from '#web/base/ui/time.tsx';
import { OverviewListings } from './overview-listings.tsx';
import { OverviewPages } from './overview-pages.tsx';
import { OverviewRevenue } from './overview-revenue.tsx';
import { OverviewTraffic } from './overview-traffic.tsx';

/** Metrics of the whole site: traffic, top pages, revenue, and the state of its listings. */
export function Overview() {
  const dateRange = useDateRange();
  const { overview, error, isStale, retry } = useOverview(toApiQuery(dateRange.range, dateRange.today));
  return (
    <>
      <DateRangePicker {...dateRange} />
      <div className="mt-6">
        {error ? (
          <div role="alert">
            <EmptyState
              title={t('Failed to fetch the overview')}
              action={<Button onClick={retry}>{t('Try again')}</Button>}
            >
              {error.message}
            </EmptyState>
          </div>
        ) : overview ? (
          <div aria-busy={isStale || undefined} className="refreshing">
            <h2 className="text-xl">
              {formatDayRange(overview.from, overview.to)}
              <span className="mt-1 block font-normal font-sans text-base text-muted tracking-normal">
                {rich('Updated {time}, Los Angeles time', { time: <RecentDateTime at={overview.countedAt} /> })}
              </span>
            </h2>
            <div className="mt-4 grid gap-4">
              <OverviewTraffic overview={overview} />
              <OverviewPages overview={overview} />
              <OverviewRevenue overview={overview} />
              <OverviewListings overview={overview} />
            </div>
          </div>
        ) : (
          <Spinner label={t('Loading the overview…')} className="min-h-160" />
        )}
      </div>
    </>
  );
}

function useOverview(query: string) {
  const client = useQueryClient();
  const { data, error, isPlaceholderData, refetch } = useQuery<SiteOverview, ApiError>({
    queryKey: [`${ADMIN_API_PREFIX}overview${query}`],
    placeholderData: (previous) => previous,
    staleTime: 0,
  });
  useEffect(() => {
    if (error) invalidateUserOnAuthError(client, error);
  }, [client, error]);
  return { overview: data, error, isStale: isPlaceholderData, retry: () => void refetch() };
}
