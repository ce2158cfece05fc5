import { type ReactNode, useEffect } from 'react';
import type { User } from '#contract/accounts.ts';
import { hasPermission } from '#contract/admin/roles.ts';
import type { Analytics } from '#contract/analytics.ts';
import { getLocationLabel } from '#contract/i18n/location-labels.ts';
import { t } from '#contract/i18n/t.ts';
import { ArrowLink } from '#web/base/ui/arrow-link.tsx';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { AnalyticsReport } from './analytics-report.tsx';
import { toApiQuery, useDateRange } from './date-range.ts';
import { DateRangePicker } from './date-range-picker.tsx';
import { PremiumFeature } from './premium-feature.tsx';
import { useAnalytics } from './use-analytics.ts';

const PREMIUM_ONLY = t('Analytics are only available for premium listings.');

/** The analytics of a listing, or the reason why they are not available. */
export function ListingAnalytics({ id, user }: { id: string; user: User }) {
  const rangeState = useDateRange();
  const { data, error, isStale, isFetching, retry } = useAnalytics(id, toApiQuery(rangeState.range, rangeState.today));
  const isFree = error?.status === 402;
  useEffect(() => {
    if (isFree) toast({ title: t('Premium Feature'), description: PREMIUM_ONLY, tone: 'danger' });
  }, [isFree]);

  if (isFree) return <AnalyticsFrame id={id}>{<PremiumFeature>{PREMIUM_ONLY}</PremiumFeature>}</AnalyticsFrame>;
  if (error?.status === 403) {
    return (
      <AnalyticsFrame id={id}>
        <EmptyState
          as="h2"
          title={t('This isn’t your listing')}
          action={
            <>
              <a href={`/ads/${id}`} className={buttonClass()}>
                {t('View listing')}
              </a>
              <a href="/account#listings" className={buttonClass({ variant: 'secondary' })}>
                {t('Go to your listings')}
              </a>
            </>
          }
        >
          {error.message}
        </EmptyState>
      </AnalyticsFrame>
    );
  }
  if (error && error.status !== 401) {
    return (
      <AnalyticsFrame id={id} picker={<DateRangePicker {...rangeState} />}>
        <div role="alert">
          <EmptyState
            as="h2"
            title={t('We couldn’t load your analytics')}
            action={
              <Button busy={isFetching} onClick={retry}>
                {!isFetching && <Icon name="rotate-cw" />}
                {isFetching ? t('Trying again...') : t('Try again')}
              </Button>
            }
          >
            {error.message || t('Something went wrong on our side.')} {t('None of your data was lost.')}
          </EmptyState>
        </div>
      </AnalyticsFrame>
    );
  }
  if (!data) return <AnalyticsSpinner />;
  return (
    <AnalyticsFrame
      id={id}
      ad={data.ad}
      isAdministrator={hasPermission(user.role, 'listings')}
      picker={<DateRangePicker {...rangeState} />}
    >
      <AnalyticsReport analytics={data} busy={isStale} />
    </AnalyticsFrame>
  );
}

/** The link to the listing and the date range picker, above the content. */
function AnalyticsFrame({
  id,
  ad,
  isAdministrator = false,
  picker,
  children,
}: {
  id: string;
  /** The listing; undefined until it is loaded. */
  ad?: Analytics['ad'];
  isAdministrator?: boolean;
  picker?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <p className="mt-2 min-h-11 text-lg">
        <ListingLink id={id} ad={ad} isAdministrator={isAdministrator} />
        {ad && <span className="block text-base text-muted">{`${getLocationLabel(ad.locationId)}, CA`}</span>}
      </p>
      {picker}
      <div className="mt-6">{children}</div>
    </>
  );
}

function ListingLink({ id, ad, isAdministrator }: { id: string; ad?: Analytics['ad']; isAdministrator: boolean }) {
  if (!ad) return <ArrowLink href={`/ads/${id}`}>{t('Back to the listing')}</ArrowLink>;
  const title = <bdi className="typed">{ad.title}</bdi>;
  const linkTo = (href: string) => (
    <a href={href} className="link font-semibold">
      {title}
    </a>
  );
  if (ad.isPublic) return linkTo(`/ads/${id}`);
  return (
    <>
      {/* The administrator cannot preview listings of other accounts. */}
      {isAdministrator ? title : linkTo(`/account/ads/${id}/preview`)}
      <span className="block text-base text-muted">
        {t('Hidden from visitors right now, so no new views are counted. Earlier counts stay.')}
      </span>
    </>
  );
}

/** The loading state. */
export function AnalyticsSpinner() {
  return <Spinner label={t('Loading analytics…')} className="min-h-160" />;
}
