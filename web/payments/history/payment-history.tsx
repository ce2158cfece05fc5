import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Payment } from '#contract/payments.ts';
import { formatDollars } from '#contract/plans.ts';
import { send } from '#web/app/api.ts';
import { useRunMutation } from '#web/app/run-mutation.ts';
import { PaginatedTable } from '#web/layout/paginated-table.tsx';
import { checkoutPath } from '#web/owner-listings/checkout-path.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { LongDate } from '#web/ui/time.tsx';
import { toast } from '#web/ui/toast.tsx';
import { Credits } from './credits.tsx';
import { PaymentBadge } from './payment-badge.tsx';
import { formatCard } from './payment-labels.ts';
import { getPaymentActionPath, invalidatePayments, useUserPayments } from './payment-queries.ts';
import { RefundRequestStatus } from './refund-request-status.tsx';

const RefundRequestDialog = lazy(() => import('./refund-request-dialog.tsx'));

/** The user's payments in `/account`: unused credits, and a table of payments with receipts and actions. */
export function PaymentHistory() {
  const list = useUserPayments();
  const { cancelPayment, cancelingId } = useCancelPayment();
  // Undefined until the first request, which loads the dialog; null while it is closed.
  const [refundRequestFor, setRefundRequestFor] = useState<Payment | null>();
  const actions: Column<Payment> = {
    heading: 'Actions',
    foot: true,
    className: 'as-table:w-0',
    cell: (payment) => (
      <Actions
        payment={payment}
        cancelingId={cancelingId}
        onRequestRefund={() => setRefundRequestFor(payment)}
        onCancel={() => cancelPayment(payment)}
      />
    ),
  };
  return (
    <>
      <Credits />
      <PaginatedTable
        list={list}
        itemsLabel="payments"
        errorTitle="Your payments could not be read"
        loading={<PaymentsSkeleton />}
        empty={<NoPayments />}
        caption="Your payments, newest first"
        columns={[...columns, actions]}
        rowKey={({ id }) => id}
      />
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
    heading: 'Plan',
    top: true,
    className: 'as-table:w-[36%]',
    cell: (payment) => <PaymentSubject payment={payment} />,
  },
  {
    heading: 'Date',
    className: 'whitespace-nowrap',
    cell: ({ paidAt, createdAt }) => <LongDate at={paidAt ?? createdAt} />,
  },
  {
    heading: 'Amount',
    className: 'tabular-nums',
    cell: ({ amountCents, refundedCents, card }) => (
      <>
        <p className="font-semibold">{formatDollars(amountCents)}</p>
        {refundedCents > 0 && refundedCents < amountCents && (
          <p className="text-muted text-sm">{formatDollars(refundedCents)} given back</p>
        )}
        {card && <p className="whitespace-nowrap text-muted text-sm">{formatCard(card)}</p>}
      </>
    ),
  },
  {
    heading: 'Status',
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
        {listing?.title ?? (term ? 'A listing that is gone' : 'For your next listing')}
      </p>
    </>
  );
}

function Actions({
  payment,
  cancelingId,
  onRequestRefund,
  onCancel,
}: {
  payment: Payment;
  /** The payment whose cancellation is running. */
  cancelingId: number | null;
  onRequestRefund: () => void;
  onCancel: () => void;
}) {
  const { id, status, planName, receiptNumber, refundableUntil, refundRequest } = payment;
  if (status === 'open') {
    const busy = cancelingId === id;
    return (
      <div className={actionsClass}>
        <a href={checkoutPath(payment)} className={buttonClass({ size: 'sm' })}>
          Continue paying<span className="sr-only"> for {planName}</span>
        </a>
        <Button variant="secondary" size="sm" busy={busy} disabled={cancelingId !== null} onClick={onCancel}>
          {busy ? 'Calling off...' : 'Call off'}
        </Button>
      </div>
    );
  }
  if (!receiptNumber) return null;
  return (
    <div className={actionsClass}>
      <a href={`/account/payments/${id}`} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        <Icon name="receipt-text" />
        Receipt<span className="sr-only"> {receiptNumber}</span>
      </a>
      {refundableUntil && !refundRequest && (
        <Button variant="ghost" size="sm" onClick={onRequestRefund}>
          Ask for the money back<span className="sr-only"> of {receiptNumber}</span>
        </Button>
      )}
    </div>
  );
}

const actionsClass = 'flex flex-wrap gap-2 whitespace-nowrap as-table:grid';

/** Cancels unpaid payments, one at a time; `cancelingId` is the current one. */
function useCancelPayment() {
  const client = useQueryClient();
  const { runMutation } = useRunMutation();
  const [cancelingId, setCancelingId] = useState<number | null>(null);
  const cancelPayment = async (payment: Payment) => {
    setCancelingId(payment.id);
    await runMutation('Not called off', async () => {
      await send('POST', getPaymentActionPath(payment, 'cancel'));
      toast({ title: 'Called off', description: 'Nothing was charged.', tone: 'success' });
    });
    // Also after a failure, which means that the displayed status is outdated.
    await invalidatePayments(client);
    setCancelingId(null);
  };
  return { cancelPayment, cancelingId };
}

function NoPayments() {
  return (
    <EmptyState
      title="No payments yet"
      action={
        <a href="/rates" className={buttonClass({ variant: 'secondary' })}>
          See the plans
        </a>
      }
    >
      When you pay for a listing, its receipt stays here, and so does the way to ask for the money back.
    </EmptyState>
  );
}

function PaymentsSkeleton() {
  return (
    <SkeletonGroup label="Loading your payments…" className="grid gap-3">
      {['first', 'second'].map((row) => (
        <Skeleton key={row} className="h-52 rounded-card lg:h-24" />
      ))}
    </SkeletonGroup>
  );
}
