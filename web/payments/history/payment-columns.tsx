import { t } from '#contract/i18n/t.ts';
import type { Payment } from '#contract/payments.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import type { Column } from '#web/base/ui/data-table.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { PaymentBadge } from './payment-badge.tsx';
import { formatCard, formatDiscount } from './payment-labels.ts';
import { RefundRequestStatus } from './refund-request-status.tsx';

/** What the table of payments shows of each, beside its actions. */
export const columns: Column<Payment>[] = [
  {
    heading: t('Plan'),
    top: true,
    className: 'as-table:w-[30%]',
    cell: (payment) => <PaymentSubject payment={payment} />,
  },
  {
    heading: t('Date'),
    className: 'whitespace-nowrap',
    cell: ({ paidAt, createdAt }) => <LongDate at={paidAt ?? createdAt} />,
  },
  {
    heading: t('Amount'),
    className: 'tabular-nums',
    cell: ({ amountCents, refundedCents, discount, card }) => (
      <>
        <p className="font-semibold">{formatDollars(amountCents)}</p>
        {discount && <p className="text-muted text-sm">{formatDiscount(discount)}</p>}
        {refundedCents > 0 && refundedCents < amountCents && (
          <p className="text-muted text-sm">{t('{amount} refunded', { amount: formatDollars(refundedCents) })}</p>
        )}
        {card && <p className="whitespace-nowrap text-muted text-sm">{formatCard(card)}</p>}
      </>
    ),
  },
  {
    heading: t('Status'),
    className: 'as-table:min-w-36',
    cell: (payment) => (
      <>
        <PaymentBadge payment={payment} />
        <RefundRequestStatus payment={payment} />
      </>
    ),
  },
];

function PaymentSubject({ payment: { planName, listing, term, parts } }: { payment: Payment }) {
  return (
    <>
      <p className="font-semibold">{planName}</p>
      <p className="typed line-clamp-2 text-muted text-sm">
        {parts.length > 0
          ? t('{count, plural, one {# listing} other {# listings}}', { count: parts.length })
          : (listing?.title ?? (term ? t('Deleted listing') : t('For your next listing')))}
      </p>
    </>
  );
}
