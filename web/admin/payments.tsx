import { useState } from 'react';
import type { AdminPayment } from '#contract/admin/payments.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollars } from '#contract/plans.ts';
import { rich } from '../i18n/rich.ts';
import { PaginatedTable } from '../layout/paginated-table.tsx';
import { PaymentBadge } from '../payments/history/payment-badge.tsx';
import { formatCard, formatDiscount } from '../payments/history/payment-labels.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import type { AdminActions } from './admin-actions.ts';
import { type PaymentFilter, usePayments } from './admin-queries.ts';
import { Books } from './books/books.tsx';
import type { Confirmation } from './confirm-dialog.tsx';
import { NoValue, OptionalDateTime } from './date-time.tsx';
import { ExpandableText } from './expandable-text.tsx';
import { ListFilter } from './list-filter.tsx';
import { ListingName } from './listing-name.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { RefundDialog } from './refund-dialog.tsx';

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
  const payments = usePayments(filter);
  const [detailed, setDetailed] = useState<AdminPayment | null>(null);
  const [refunding, setRefunding] = useState<AdminPayment | null>(null);
  const actions: Column<AdminPayment> = {
    heading: t('Actions'),
    foot: true,
    className: 'as-table:w-0',
    cell: (payment) => (
      <Actions
        payment={payment}
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
      <ListFilter options={FILTERS} value={filter} onChange={setFilter} />
      <PaginatedTable
        list={payments}
        itemsLabel={t('payments')}
        errorTitle={t('Failed to fetch payments')}
        empty={filter === 'all' ? t('No payments yet.') : t('No matching payments.')}
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
    cell: ({ paidAt, createdAt }) => (
      <span className="as-table:block as-table:w-25">
        <OptionalDateTime at={paidAt ?? createdAt} />
      </span>
    ),
  },
  {
    heading: t('Account'),
    className: 'as-table:w-1/6',
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
    className: 'as-table:w-1/5',
    cell: ({ listing, term }) => {
      if (!listing) return <NoValue />;
      // A listing without a term was never published and has no page.
      return term ? <ListingName listing={listing} /> : <span className="typed">{listing.title}</span>;
    },
  },
  {
    heading: t('Amount'),
    className: 'tabular-nums',
    cell: ({ amountCents, discount }) => (
      <>
        {formatDollars(amountCents)}
        {discount && <span className="block text-muted text-sm">{formatDiscount(discount)}</span>}
      </>
    ),
  },
  {
    heading: t('Refunded'),
    className: 'tabular-nums',
    cell: ({ refundedCents }) => (refundedCents > 0 ? formatDollars(refundedCents) : <NoValue />),
  },
  {
    heading: t('Card'),
    cell: ({ card }) => (card ? <span className="as-table:block as-table:w-24">{formatCard(card)}</span> : <NoValue />),
  },
  { heading: t('Status'), className: 'as-table:w-1/6', cell: (payment) => <StatusCell payment={payment} /> },
];

function StatusCell({ payment }: { payment: AdminPayment }) {
  const { disputed, refusal, refundRequest } = payment;
  return (
    <div className="grid justify-items-start gap-1.5">
      <PaymentBadge payment={payment} />
      {disputed && (
        <Badge tone="danger">
          <Icon name="circle-alert" />
          {t('Disputed')}
        </Badge>
      )}
      {refusal && <p className="typed text-danger text-sm">{refusal}</p>}
      {refundRequest?.status === 'open' && (
        <>
          <Badge tone="accent">
            <Icon name="message-square-text" />
            {t('Refund requested')}
          </Badge>
          <div className="text-sm">
            <ExpandableText text={refundRequest.reason} />
          </div>
        </>
      )}
    </div>
  );
}

function Actions({
  payment: { status, amountCents, refundedCents, refundRequest, receiptNumber, account },
  disabled,
  onShow,
  onRefund,
  onDecline,
}: {
  payment: AdminPayment;
  disabled: boolean;
  onShow: () => void;
  onRefund: () => void;
  onDecline: () => void;
}) {
  const reference = (
    <span className="sr-only"> {receiptNumber ?? t('of {username}', { username: account.username })}</span>
  );
  return (
    <div className="flex flex-wrap gap-2 whitespace-nowrap as-table:grid">
      {status === 'paid' && refundedCents < amountCents && (
        <Button variant="secondary" size="sm" disabled={disabled} onClick={onRefund}>
          <Icon name="undo-2" />
          {t('Refund', null, 'verb')}
          {reference}
        </Button>
      )}
      {refundRequest?.status === 'open' && (
        <Button variant="secondary" size="sm" disabled={disabled} onClick={onDecline}>
          <Icon name="ban" />
          {t('Decline request')}
          {reference}
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={onShow}>
        {t('Details')}
        {reference}
      </Button>
    </div>
  );
}

const toDeclineConfirmation = ({ id, amountCents, planName, account, refundRequest }: AdminPayment): Confirmation => ({
  action: 'declineRefund',
  id,
  title: t('Decline this request?'),
  description: rich('{username} requested a refund of {amount} for {plan}: {reason}', {
    username: <bdi className="font-semibold">{account.username}</bdi>,
    amount: formatDollars(amountCents),
    plan: planName,
    reason: <q className="whitespace-pre-line">{refundRequest?.reason}</q>,
  }),
  reason: { label: t('Answer'), hint: t('Shown to the owner next to the payment.'), apiField: 'answer' },
  confirmLabel: t('Decline request'),
  busyLabel: t('Declining...'),
  danger: true,
});
