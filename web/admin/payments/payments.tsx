import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { WithBlock } from '#contract/admin/decisions.ts';
import type { AdminPayment } from '#contract/admin/payments.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import type { AdminActions } from '#web/admin/admin-actions.ts';
import { type PaymentFilter, usePayments } from '#web/admin/admin-queries.ts';
import { Books } from '#web/admin/books/books.tsx';
import type { Confirmation } from '#web/admin/confirmation.ts';
import { EmptyCell, OptionalDateTime } from '#web/admin/date-time.tsx';
import { ListFilter } from '#web/admin/list-filter.tsx';
import { ListingName } from '#web/admin/listing-name.tsx';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { formatCard, formatDiscount } from '#web/payments/history/payment-labels.ts';
import { PaymentActions, toDeclineConfirmation } from './payment-actions.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { PAYMENT_SEARCH_FIELDS, type PaymentSearch, PaymentSearchForm } from './payment-search.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { StatusCell } from './status-cell.tsx';

type ActionProps = AdminActions & { confirm: (confirmation: Confirmation) => void };

const FILTERS: Record<PaymentFilter, string> = {
  all: t('All payments'),
  requested: t('Refund requested'),
  paid: t('Paid'),
  open: t('Not paid'),
  canceled: t('Canceled'),
  refused: t('Rejected'),
};

/** The payments of all accounts, with dialogs for details and refunds. */
export function Payments({ confirm, ...adminActions }: ActionProps) {
  const [filter, setFilter] = useState<PaymentFilter>('all');
  const [params, setParams] = useSearchParams();
  const search: PaymentSearch = Object.fromEntries(
    PAYMENT_SEARCH_FIELDS.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const payments = usePayments(filter, search);
  const [detailed, setDetailed] = useState<AdminPayment | null>(null);
  const [refunding, setRefunding] = useState<AdminPayment | null>(null);
  const actions: Column<WithBlock<AdminPayment>> = {
    heading: t('Actions'),
    foot: true,
    className: 'as-table:w-0',
    cell: (payment) => (
      <PaymentActions
        payment={payment}
        blocked={payment.blocked}
        disabled={adminActions.pendingAction !== null}
        onShow={() => setDetailed(payment)}
        onRefund={() => setRefunding(payment)}
        onDecline={() => confirm(toDeclineConfirmation(payment))}
      />
    ),
  };
  return (
    <>
      <Books />
      <h2 className="mb-4 text-xl">{t('All payments')}</h2>
      <PaymentSearchForm
        search={search}
        onSearch={(next) => setParams({ tab: 'payments', ...next }, { preventScrollReset: true })}
      />
      <ListFilter options={FILTERS} value={filter} onChange={setFilter} />
      <PaginatedTable
        list={payments}
        itemsLabel={t('payments')}
        errorTitle={t('Failed to fetch payments')}
        empty={
          filter === 'all' && Object.keys(search).length === 0 ? t('No payments yet.') : t('No matching payments.')
        }
        caption={t('Payments, newest first')}
        columns={[...columns, actions]}
        rowKey={({ id }) => id}
      />
      <PaymentDetails payment={detailed} onClose={() => setDetailed(null)} />
      {refunding && <RefundDialog payment={refunding} {...adminActions} onClose={() => setRefunding(null)} />}
    </>
  );
}

const columns: Column<AdminPayment>[] = [
  {
    heading: t('Date'),
    cell: ({ paidAt, createdAt, receiptNumber }) => (
      <>
        <span className="as-table:block as-table:w-25">
          <OptionalDateTime at={paidAt ?? createdAt} />
        </span>
        {receiptNumber && <span className="block text-muted text-sm">{receiptNumber}</span>}
      </>
    ),
  },
  {
    heading: t('Account'),
    className: 'as-table:w-1/6 as-table:min-w-28',
    cell: ({ account }) => (
      <>
        <span className="wrap-anywhere font-semibold">{account.username}</span>
        {account.id === null && <span className="block text-muted text-sm">{t('Account deleted')}</span>}
      </>
    ),
  },
  { heading: t('Plan'), cell: ({ planName }) => planName },
  {
    heading: t('Listing'),
    className: 'as-table:w-1/5 as-table:min-w-34',
    cell: ({ listing, term, parts }) => {
      if (parts.length > 0) return t('{count, plural, one {# listing} other {# listings}}', { count: parts.length });
      if (!listing) return <EmptyCell />;
      // A listing without a term was never published and has no page.
      return term ? <ListingName listing={listing} /> : <span className="typed">{listing.title}</span>;
    },
  },
  {
    heading: t('Amount'),
    className: 'tabular-nums',
    cell: ({ amountCents, discount, refundedCents }) => (
      <>
        {formatDollars(amountCents)}
        {discount && <span className="block text-muted text-sm">{formatDiscount(discount)}</span>}
        {refundedCents > 0 && (
          <span className="block text-muted text-sm">
            {t('{amount} refunded', { amount: formatDollars(refundedCents) })}
          </span>
        )}
      </>
    ),
  },
  {
    heading: t('Card'),
    cell: ({ card }) =>
      card ? <span className="as-table:block as-table:w-24">{formatCard(card)}</span> : <EmptyCell />,
  },
  {
    heading: t('Status'),
    className: 'as-table:w-1/6 as-table:min-w-36',
    cell: (payment) => <StatusCell payment={payment} />,
  },
];
