import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { srOnly } from '#web/base/ui/sr-only.tsx';

/** A listing's views, a sparkline of the past 30 days, and a link to its analytics. */
export function RecentViews({ listing: { id, title, views, recentViews, status, level } }: { listing: OwnerListing }) {
  const hasMetrics = status !== 'draft' && status !== 'waiting' && status !== 'deleted';
  const isPaid = level !== 'free';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 as-table:block">
      <span className="tabular-nums">{formatNumber(views)}</span>
      {hasMetrics && (
        <>
          <Sparkline values={recentViews} label={viewsLabel(recentViews)} />
          <a
            href={isPaid ? `/ads/${id}/analytics` : '/rates'}
            className="link inline-flex min-h-11 items-center font-semibold text-sm"
          >
            {isPaid
              ? rich('Analytics<hidden> of {title}</hidden>', { hidden: srOnly, title })
              : rich('Get analytics<hidden> for {title}</hidden>', { hidden: srOnly, title })}
          </a>
        </>
      )}
    </div>
  );
}

/** '12 views in the past 30 days, with a daily high of 4'. */
function viewsLabel(values: number[]): string {
  const count = values.reduce((total, value) => total + value, 0);
  const days = values.length;
  if (count === 0) return t('No views in the past {days} days', { days });
  return t(
    '{count, plural, one {# view} other {# views}} in the past {days} days, with a daily high of {high, number}',
    { count, days, high: Math.max(...values) },
  );
}

const [WIDTH, HEIGHT, MARGIN] = [96, 28, 3];

/** A line chart with a dot at the last value; flat at the bottom where all are zero. */
function Sparkline({ values, label }: { values: number[]; label: string }) {
  const max = Math.max(1, ...values);
  const points = values.map((value, index) => [
    MARGIN + (index * (WIDTH - 2 * MARGIN)) / Math.max(1, values.length - 1),
    HEIGHT - MARGIN - (value * (HEIGHT - 2 * MARGIN)) / max,
  ]);
  const [x, y] = points.at(-1) ?? [];
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-pacific"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <circle cx={x} cy={y} r="2.5" className="fill-poppy" />
    </svg>
  );
}
