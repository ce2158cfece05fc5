import { useQuery } from '@tanstack/react-query';
import type { AdBooking } from '#contract/advertising/ad-bookings.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import { EmptyCell } from '#web/admin/date-time.tsx';
import { formatDays } from '#web/admin/plans/coupons/coupon-labels.ts';
import { formatPercent } from '#web/analytics/change.ts';
import { queries } from '#web/base/api/queries.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { type Column, DataTable } from '#web/base/ui/data-table.tsx';
import { BOOKING_STATES, SLOT_LABELS } from './slot-labels.ts';

/** The booked ads of a state. */
export function AdGroup({
  state,
  ads,
  onOpen,
}: {
  state: AdBooking['state'];
  ads: AdBooking[];
  onOpen: (dialog: 'edit' | 'end' | 'report', ad: AdBooking) => void;
}) {
  const { title, empty } = BOOKING_STATES[state];
  const actions: Column<AdBooking> = {
    heading: t('Actions'),
    foot: true,
    className: 'as-table:w-0',
    cell: (ad) => (
      <div className="flex flex-wrap gap-2 whitespace-nowrap as-table:flex-nowrap">
        <ActionButton ad={ad} label={t('Preview and report')} onClick={() => onOpen('report', ad)} />
        {state !== 'ended' && (
          <>
            <ActionButton ad={ad} label={t('Edit')} onClick={() => onOpen('edit', ad)} />
            <ActionButton
              ad={ad}
              label={state === 'running' ? t('End now') : t('Cancel')}
              onClick={() => onOpen('end', ad)}
            />
          </>
        )}
      </div>
    ),
  };
  return (
    <section>
      <h3 className="mb-3 text-lg">{title}</h3>
      {ads.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <DataTable caption={title} columns={[...columns, actions]} rows={ads} rowKey={({ id }) => id} />
      )}
    </section>
  );
}

const ActionButton = ({ ad, label, onClick }: { ad: AdBooking; label: string; onClick: () => void }) => (
  <Button variant="secondary" size="sm" onClick={onClick}>
    {label}
    <span className="sr-only"> {ad.advertiser}</span>
  </Button>
);

/** The names of the counties and categories that an ad is for. */
function SubjectNames({ counties, categories }: Pick<AdBooking, 'counties' | 'categories'>) {
  const { data: allCounties } = useQuery(queries.counties());
  const { data: allCategories } = useQuery(queries.categories());
  const toName = (slug: string, all: { slug: string; name: string }[] = []) =>
    all.find((subject) => subject.slug === slug)?.name ?? slug;
  const names = [
    ...counties.map((slug) => toName(slug, allCounties?.items)),
    ...categories.map((slug) => toName(slug, allCategories?.items)),
  ];
  return <span className="block text-muted text-sm">{names.join(', ')}</span>;
}

const columns: Column<AdBooking>[] = [
  {
    heading: t('Advertiser'),
    top: true,
    cell: ({ advertiser, description, state }) => (
      <>
        <p className="wrap-anywhere font-semibold">
          {advertiser} <Badge tone={BOOKING_STATES[state].tone}>{BOOKING_STATES[state].title}</Badge>
        </p>
        <p className="wrap-anywhere text-muted text-sm">{description}</p>
      </>
    ),
  },
  {
    heading: t('Ad space'),
    cell: ({ slot, counties, categories }) => (
      <>
        {SLOT_LABELS[slot]}
        {[...counties, ...categories].length > 0 && <SubjectNames counties={counties} categories={categories} />}
      </>
    ),
  },
  { heading: t('Days'), cell: formatDays },
  {
    heading: t('Seen'),
    className: 'tabular-nums as-table:whitespace-nowrap',
    cell: ({ impressions, clicks }) => (
      <>
        {t('{count, plural, one {# time} other {# times}}', { count: impressions })}
        <span className="block text-muted text-sm">
          {t('{count, plural, one {# click} other {# clicks}}', { count: clicks })}
          {impressions > 0 && ` (${formatPercent(clicks / impressions)})`}
        </span>
      </>
    ),
  },
  {
    heading: t('Price'),
    isEmpty: ({ priceCents }) => priceCents === null,
    className: 'tabular-nums',
    cell: ({ priceCents }) => (priceCents === null ? <EmptyCell /> : formatDollarsAndCents(priceCents)),
  },
];
