import type { AdBooking } from '#contract/advertising/ad-bookings.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDay } from '#web/admin/plans/coupons/coupon-labels.ts';
import { formatPercent } from '#web/analytics/change.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { MetricTable } from '#web/base/ui/metric-table.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { AdPreview } from './ad-preview.tsx';
import { reportFile, useReport } from './ad-queries.ts';

/** The preview of a booked ad, and how often it was seen and clicked. */
export function ReportDialog({ ad, onClose }: { ad: AdBooking; onClose: () => void }) {
  const { data, error } = useReport(ad.id);
  return (
    <Dialog
      open
      onClose={onClose}
      title={ad.advertiser}
      actions={
        <a href={reportFile(ad.id)} download className={buttonClass({ variant: 'secondary' })}>
          <Icon name="download" />
          {t('Download CSV')}
        </a>
      }
    >
      <div className="grid gap-5">
        <AdPreview {...ad} />
        {error && !data && <p role="alert">{error.message}</p>}
        {!data && !error && (
          <SkeletonGroup label={t('Loading the report…')}>
            <Skeleton className="h-24" />
          </SkeletonGroup>
        )}
        {data?.days.length === 0 && <p className="text-muted">{t('Nobody has seen it yet.')}</p>}
        {data && data.days.length > 0 && (
          <MetricTable
            title={t('Days')}
            columns={[t('Day'), t('Seen'), t('Clicks'), t('Click rate')]}
            rows={data.days.map(({ day, impressions, clicks }) => [
              formatDay(day),
              impressions,
              clicks,
              impressions === 0 ? '–' : formatPercent(clicks / impressions),
            ])}
          />
        )}
        <p className="text-muted text-sm">
          {t(
            'An ad counts as seen when half of it is on screen for a second. Programs and the staff don’t count. Numbers arrive within a minute or two.',
          )}
        </p>
      </div>
    </Dialog>
  );
}
