import { lazy, type ReactNode, Suspense, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Payment } from '#contract/payments.ts';
import { formatDollars } from '#contract/plans.ts';
import { rich } from '#web/i18n/rich.ts';
import { PaginatedTable } from '#web/layout/paginated-table.tsx';
import { PaymentsClosed, usePaymentsClosed } from '#web/layout/payments-closed.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { LongDate } from '#web/ui/time.tsx';
import { Credits } from './credits.tsx';
import { PaymentBadge } from './payment-badge.tsx';
import { formatCard, formatDiscount } from './payment-labels.ts';
import { getInvoicePath, useUserPayments } from './payment-queries.ts';
import { RefundRequestStatus } from './refund-request-status.tsx';

const BillingDialog = lazy(() => import('./billing-dialog.tsx'));
const RefundRequestDialog = lazy(() => import('./refund-request-dialog.tsx'));

/** The user's payments in `/account`: unused credits, and a table of payments with receipts and actions. */
export function PaymentHistory() {
  const list = useUserPayments();
  const closed = usePaymentsClosed();
  // Undefined until it is first opened, which loads the dialog.
  const [isBillingOpen, setBillingOpen] = useState<boolean>();
  // Undefined until the first request, which loads the dialog; null while it is closed.
  const [refundRequestFor, setRefundRequestFor] = useState<Payment | null>();
  const actions: Column<Payment> = {
    heading: t('Actions'),
    foot: true,
    className: 'as-table:w-0',
    cell: (payment) => <Actions payment={payment} onRequestRefund={() => setRefundRequestFor(payment)} />,
  };
  return (
    <>
      {closed && <PaymentsClosed className="mb-6" />}
      <Credits />
      <PaginatedTable
        list={list}
        itemsLabel={t('payments')}
        errorTitle={t('We couldn’t load your payments')}
        loading={<PaymentsSkeleton />}
        empty={<NoPayments />}
        caption={t('Your payments, newest first')}
        columns={[...columns, actions]}
        rowKey={({ id }) => id}
      />
      {(list.rows?.length ?? 0) > 0 && (
        <Button variant="ghost" size="sm" className="mt-4" onClick={() => setBillingOpen(true)}>
          {t('Billing details for invoices')}
        </Button>
      )}
      {isBillingOpen !== undefined && (
        <Suspense>
          <BillingDialog open={isBillingOpen} onClose={() => setBillingOpen(false)} />
        </Suspense>
      )}
      {refundRequestFor !== undefined && (
        <Suspense>
          <RefundRequestDialog payment={refundRequestFor} onClose={() => setRefundRequestFor(null)} />
        </Suspense>
      )}
    </>
  );
}

const columns: Column<Payment>[] = [
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

function PaymentSubject({ payment: { planName, listing, term } }: { payment: Payment }) {
  return (
    <>
      <p className="font-semibold">{planName}</p>
      <p className="typed line-clamp-2 text-muted text-sm">
        {listing?.title ?? (term ? t('Deleted listing') : t('For your next listing'))}
      </p>
    </>
  );
}

function Actions({ payment, onRequestRefund }: { payment: Payment; onRequestRefund: () => void }) {
  const { id, receiptNumber, refundableUntil, refundRequest } = payment;
  if (!receiptNumber) return null;
  return (
    <div className={actionsClass}>
      <a href={`/account/payments/${id}`} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        <Icon name="receipt-text" />
        {rich('Receipt<hidden> {number}</hidden>', { hidden, number: receiptNumber })}
      </a>
      <a href={getInvoicePath(payment)} download className={buttonClass({ variant: 'ghost', size: 'sm' })}>
        <Icon name="download" />
        {rich('Invoice<hidden> of {number} (PDF)</hidden>', { hidden, number: receiptNumber })}
      </a>
      {refundableUntil && !refundRequest && (
        <Button variant="ghost" size="sm" onClick={onRequestRefund}>
          {rich('Request a refund<hidden> for {number}</hidden>', { hidden, number: receiptNumber })}
        </Button>
      )}
    </div>
  );
}

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;

const actionsClass = 'flex flex-wrap gap-2 whitespace-nowrap as-table:grid';

function NoPayments() {
  return (
    <EmptyState
      title={t('No payments yet')}
      action={
        <a href="/rates" className={buttonClass({ variant: 'secondary' })}>
          {t('See plans')}
        </a>
      }
    >
      {t('When you pay for a listing, you can find the receipt and request a refund here.')}
    </EmptyState>
  );
}

function PaymentsSkeleton() {
  return (
    <SkeletonGroup label={t('Loading your payments…')} className="grid gap-3">
      {['first', 'second'].map((row) => (
        <Skeleton key={row} className="h-52 rounded-card lg:h-24" />
      ))}
    </SkeletonGroup>
  );
}
