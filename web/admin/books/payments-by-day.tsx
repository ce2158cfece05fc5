import type { PaymentState, PaymentSummary } from '#contract/admin/payments.ts';
import { t } from '#contract/i18n/t.ts';
import { usePaymentSummary } from '#web/admin/admin-queries.ts';
import { formatWeekday } from '#web/analytics/days.ts';
import { formatDollars } from '#web/base/i18n/format.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { MetricCard } from '#web/base/ui/metric-card.tsx';
import { MetricTable } from '#web/base/ui/metric-table.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';

/** The columns, in order. */
const LABELS: Record<PaymentState, string> = {
  charge: t('Charged'),
  refund: t('Refunded'),
  'refund-failed': t('Refund failed'),
  dispute: t('Disputed'),
  'dispute-won': t('Dispute won'),
  open: t('Not paid'),
  refused: t('Rejected'),
  canceled: t('Canceled'),
};

/** A table of a month with a column for each state that it has, and the sums as its first row. */
export function PaymentsByDay({ month }: { month: string }) {
  const { data: summary, error, refetch } = usePaymentSummary(month);
  if (error) {
    return (
      <div role="alert">
        <EmptyState
          title={t('Failed to sum up this month')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  }
  if (!summary) return <Spinner label={t('Summing up the month…')} className="min-h-40" />;
  if (summary.days.length === 0) return <p className="text-muted">{t('No payments in this month.')}</p>;
  const all = summary.days.flatMap(({ states }) => states);
  const shown = (Object.keys(LABELS) as PaymentState[]).filter((state) => all.some((sum) => sum.state === state));
  const toCells = (states: DayStates) => shown.map((state) => formatSum(states.filter((sum) => sum.state === state)));
  return (
    <MetricCard
      title={t('Payments by day')}
      about={t(
        'Days in Los Angeles, by our own ledger: a refund counts on its own day. Rejected payments were charged and refunded, and are in those columns too. Not paid and canceled orders moved no money.',
      )}
    >
      <MetricTable
        title={t('Payments by day')}
        columns={[t('Day'), ...shown.map((state) => LABELS[state])]}
        rows={[
          [t('Whole month'), ...toCells(all)],
          ...summary.days.map(({ date, states }): [string, ...string[]] => [formatWeekday(date), ...toCells(states)]),
        ]}
      />
    </MetricCard>
  );
}

type DayStates = PaymentSummary['days'][number]['states'];

/** '$150.00 (2)', or a dash. */
function formatSum(sums: DayStates): string {
  const count = sums.reduce((total, sum) => total + sum.count, 0);
  return count === 0 ? '–' : `${formatCents(sums.reduce((total, { cents }) => total + cents, 0))} (${count})`;
}

/** '$1,234.50': always with cents, unlike prices, so that columns are read as numbers. */
export const formatCents = (cents: number): string => formatDollars(cents / 100);
