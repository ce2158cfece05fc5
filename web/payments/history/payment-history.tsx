import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Payment } from '#contract/payments.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { PaymentsClosed, usePaymentsClosed } from '#web/base/layout/payments-closed.tsx';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { AutoRenewals } from './auto-renewals.tsx';
import { Credits } from './credits.tsx';
import { PaymentActions } from './payment-actions.tsx';
import { columns } from './payment-columns.tsx';
import { useUserPayments } from './payment-queries.ts';

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
    cell: (payment) => <PaymentActions payment={payment} onRequestRefund={() => setRefundRequestFor(payment)} />,
  };
  return (
    <>
      {closed && <PaymentsClosed className="mb-6" />}
      <Credits />
      <AutoRenewals />
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
