import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';

/** A listing's views, a sparkline of the past 30 days, and a link to its analytics. */
export function RecentViews({ listing: { id, title, views, recentViews, status, level } }: { listing: OwnerListing }) {
  const hasMetrics = status !== 'draft' && status !== 'waiting' && status !== 'deleted';
  const isPaid = level !== 'free';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 as-table:block">
      <span className="tabular-nums">{number.format(views)}</span>
      {hasMetrics && (
        <>
          <Sparkline values={recentViews} label={viewsLabel(recentViews)} />
          <a
            href={isPaid ? `/ads/${id}/analytics` : '/rates'}
            className="link inline-flex min-h-11 items-center font-semibold text-sm"
          >
            {isPaid ? t('Analytics') : t('Get analytics')}
            <span className="sr-only">
              {' '}
              {isPaid ? 'of' : 'for'} {title}
            </span>
          </a>
        </>
      )}
    </div>
  );
}

const number = new Intl.NumberFormat('en-US');

/** '12 views in the past 30 days, at most 4 on a day'. */
function viewsLabel(values: number[]): string {
  const sum = values.reduce((total, value) => total + value, 0);
  if (sum === 0) return `No views in the past ${values.length} days`;
  const views = `${number.format(sum)} ${sum === 1 ? 'view' : 'views'} in the past ${values.length} days`;
  return `${views}, with a daily high of ${number.format(Math.max(...values))}`;
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
