import type { Overview } from '#contract/analytics.ts';
import { t } from '#contract/i18n/t.ts';
import { formatWeekday } from '#web/analytics/days.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { LOCALE } from '#web/base/i18n/language.ts';
import { Metric, MetricList } from '#web/base/ui/metric.tsx';
import { MetricCard } from '#web/base/ui/metric-card.tsx';
import { MetricTable } from '#web/base/ui/metric-table.tsx';

type Day = Overview['days'][number];

/** New listings, new accounts and payments of the selected period, in total and by day. */
export function OverviewRevenue({ overview: { days } }: { overview: Overview }) {
  const sum = (metric: Exclude<keyof Day, 'date'>) => days.reduce((total, day) => total + day[metric], 0);
  const activeDays = days.filter(isNotEmpty).toReversed();
  return (
    <>
      <h2 className="mt-4 text-xl">{t('In this period')}</h2>
      <MetricList>
        <Metric
          label={t('Paid')}
          value={formatAmount(sum('paidCents'))}
          note={t('{refunded} refunded, {discounts} off by coupons', {
            refunded: formatAmount(sum('refundedCents')),
            discounts: formatAmount(sum('discountCents')),
          })}
          about={t(
            'Charges in the ledger for this period, after discounts. Refunded is what went out in this period, including refunds and disputes of earlier payments.',
          )}
        />
        <Metric
          label={t('Payments')}
          value={formatNumber(sum('payments'))}
          note={t('In this period')}
          about={t('Successful charges, including those refunded later.')}
        />
        <Metric
          label={t('New listings')}
          value={formatNumber(sum('newListings'))}
          note={t('{count, number} imported besides', { count: sum('importedListings') })}
          about={t(
            'Listings that people posted in this period, not counting drafts and samples. Imported listings are counted apart, on the day of the import.',
          )}
        />
        <Metric
          label={t('New accounts')}
          value={formatNumber(sum('newAccounts'))}
          note={t('In this period')}
          about={t('Accounts registered in this period that still exist.')}
        />
      </MetricList>
      {activeDays.length > 0 && (
        <MetricCard title={t('Day by day')} about={t('Days with activity, newest first.')}>
          <MetricTable
            title={t('Day by day')}
            columns={[
              t('Day'),
              t('Paid'),
              t('Discounts'),
              t('Refunded'),
              t('Payments'),
              t('New listings'),
              t('Imported', null, 'listings'),
              t('New accounts'),
            ]}
            rows={activeDays.map(
              ({
                date,
                paidCents,
                discountCents,
                refundedCents,
                payments,
                newListings,
                importedListings,
                newAccounts,
              }) => [
                formatWeekday(date),
                formatAmount(paidCents),
                formatAmount(discountCents),
                formatAmount(refundedCents),
                ...[payments, newListings, importedListings, newAccounts],
              ],
            )}
          />
        </MetricCard>
      )}
    </>
  );
}

// With thousands separators, unlike `formatDollars`, which is for prices.
const currencyFormat = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});
/** US cents as dollars. */
export const formatAmount = (cents: number) => currencyFormat.format(cents / 100);

const isNotEmpty = ({ newListings, importedListings, newAccounts, payments, refundedCents }: Day) =>
  newListings + importedListings + newAccounts + payments > 0 || refundedCents !== 0;
