import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Payment } from '#contract/payments.ts';
import { dollars } from '#contract/plans.ts';
import { useAttempt } from '#web/app/run-mutation.ts';
import { send } from '#web/app/send.ts';
import { PagesPanel } from '#web/layout/pages-panel.tsx';
import { checkoutPath } from '#web/owner-listings/checkout-path.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Day } from '#web/ui/time.tsx';
import { toast } from '#web/ui/toast.tsx';
import { Credits } from './credits.tsx';
import { paymentPath, paymentsChanged, useOwnPayments } from './own-reads.ts';
import { PaymentBadge } from './payment-badge.tsx';
import { cardInWords } from './payment-words.ts';
import { RefundRequestState } from './refund-request-state.tsx';

const RefundRequestDialog = lazy(() => import('./refund-request-dialog.tsx'));

/** One's own payments in `/account`: what waits to be used, and each with its receipt and what can be done about it. */
export function OwnPayments() {
  const list = useOwnPayments();
  const { callOff, calling } = useCallOff();
  // Undefined until the first is asked for: only then is the dialog loaded.
  const [asked, setAsked] = useState<Payment | null>();
  const actions: Column<Payment> = {
    heading: 'Actions',
    foot: true,
    className: 'as-table:w-0',
    cell: (payment) => (
      <Actions
        payment={payment}
        calling={calling}
        onAskBack={() => setAsked(payment)}
        onCallOff={() => callOff(payment)}
      />
    ),
  };
  return (
    <>
      <Credits />
      <PagesPanel
        list={list}
        what="payments"
        failed="Your payments could not be read"
        loading={<PaymentsSkeleton />}
        empty={<NoneYet />}
      >
        {(rows) => (
          <DataTable
            caption="Your payments, newest first"
            columns={[...columns, actions]}
            rows={rows}
            rowKey={({ id }) => id}
            busy={list.isFetching}
          />
        )}
      </PagesPanel>
      {asked !== undefined && (
        <Suspense>
          <RefundRequestDialog payment={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}

const columns: Column<Payment>[] = [
  { heading: 'Plan', top: true, className: 'as-table:w-[36%]', cell: (payment) => <WhatItIsFor payment={payment} /> },
  {
    heading: 'Date',
    className: 'whitespace-nowrap',
    cell: ({ paidAt, createdAt }) => <Day at={paidAt ?? createdAt} />,
  },
  {
    heading: 'Amount',
    className: 'tabular-nums',
    cell: ({ amountCents, refundedCents, card }) => (
      <>
        <p className="font-semibold">{dollars(amountCents)}</p>
        {refundedCents > 0 && refundedCents < amountCents && (
          <p className="text-muted text-sm">{dollars(refundedCents)} given back</p>
        )}
        {card && <p className="whitespace-nowrap text-muted text-sm">{cardInWords(card)}</p>}
      </>
    ),
  },
  {
    heading: 'Status',
    cell: (payment) => (
      <>
        <PaymentBadge payment={payment} />
        <RefundRequestState payment={payment} />
      </>
    ),
  },
];

function WhatItIsFor({ payment: { planName, listing, term } }: { payment: Payment }) {
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
  calling,
  onAskBack,
  onCallOff,
}: {
  payment: Payment;
  /** The payment that is being called off just now. */
  calling: number | null;
  onAskBack: () => void;
  onCallOff: () => void;
}) {
  const { id, status, planName, receiptNumber, refundableUntil, refundRequest } = payment;
  if (status === 'open') {
    const busy = calling === id;
    return (
      <div className={ACTIONS}>
        <a href={checkoutPath(payment)} className={buttonClass({ size: 'sm' })}>
          Continue paying<span className="sr-only"> for {planName}</span>
        </a>
        <Button variant="secondary" size="sm" busy={busy} disabled={calling !== null} onClick={onCallOff}>
          {busy ? 'Calling off...' : 'Call off'}
        </Button>
      </div>
    );
  }
  if (!receiptNumber) return null;
  return (
    <div className={ACTIONS}>
      <a href={`/account/payments/${id}`} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        <Icon name="receipt-text" />
        Receipt<span className="sr-only"> {receiptNumber}</span>
      </a>
      {refundableUntil && !refundRequest && (
        <Button variant="ghost" size="sm" onClick={onAskBack}>
          Ask for the money back<span className="sr-only"> of {receiptNumber}</span>
        </Button>
      )}
    </div>
  );
}

const ACTIONS = 'flex flex-wrap gap-2 whitespace-nowrap as-table:grid';

/** Calls off payments that were not made, one at a time; `calling` is the one. */
function useCallOff() {
  const client = useQueryClient();
  const { attempt } = useAttempt();
  const [calling, setCalling] = useState<number | null>(null);
  const callOff = async (payment: Payment) => {
    setCalling(payment.id);
    await attempt('Not called off', async () => {
      await send('POST', paymentPath(payment, 'cancel'));
      toast({ title: 'Called off', description: 'Nothing was charged.', tone: 'success' });
    });
    // A refusal, too, means that it stands otherwise than the page shows.
    await paymentsChanged(client);
    setCalling(null);
  };
  return { callOff, calling };
}

function NoneYet() {
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
