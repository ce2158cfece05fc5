import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { usePaymentsClosed } from '#web/base/layout/payments-closed.tsx';
import { RequireUser } from '#web/base/session/require-user.tsx';
import { invalidateUserOnAuthError } from '#web/base/session/session.ts';
import { Breadcrumbs } from '#web/base/ui/breadcrumbs.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { checkoutPath } from '#web/owner-listings/checkout-path.ts';
import { getPaymentStatus } from './payment-labels.ts';
import { getPartListings } from './payment-parts.tsx';
import { userPaymentQuery } from './payment-queries.ts';
import { Receipt } from './receipt.tsx';

export { ReceiptError as ErrorBoundary } from './receipt-error.tsx';
export { ReceiptPage as Component };

/** `/account/payments/{id}`: the receipt of a payment, with a print button. */
function ReceiptPage() {
  const { id = '' } = useParams();
  return (
    <Container className="pt-2 pb-12 md:pt-4">
      <Metadata title={t('Receipt')} description={t('Your receipt.')} path={`/account/payments/${id}`} noindex />
      <div className="print:hidden">
        <Breadcrumbs
          items={[
            { label: t('Home'), href: '/' },
            { label: t('My Account'), href: '/account' },
            { label: t('Payments'), href: '/account#payments' },
            { label: t('Receipt') },
          ]}
        />
      </div>
      <RequireUser loading={<ReceiptSkeleton />}>
        {(user) => <LoadedReceipt key={id} id={id} user={user} />}
      </RequireUser>
    </Container>
  );
}

function LoadedReceipt({ id, user }: { id: string; user: User }) {
  const client = useQueryClient();
  const closed = usePaymentsClosed();
  const { data: payment, error } = useQuery({
    ...userPaymentQuery(id),
    staleTime: 0,
    // An expired session leads to the sign-in page instead of the error page.
    throwOnError: ({ status }, { state }) => status !== 401 && state.data === undefined,
  });
  useEffect(() => {
    if (error) invalidateUserOnAuthError(client, error);
  }, [client, error]);
  if (!payment) return <ReceiptSkeleton />;
  if (payment.receiptNumber !== null) return <Receipt payment={payment} user={user} />;
  return (
    <EmptyState
      as="h1"
      title={t('No receipt yet')}
      action={
        <>
          {payment.status === 'open' && !closed && (
            <a href={checkoutPath({ ...payment, listings: getPartListings(payment) })} className={buttonClass()}>
              {t('Finish payment')}
            </a>
          )}
          <a href="/account#payments" className={buttonClass({ variant: 'secondary' })}>
            {t('All payments')}
          </a>
        </>
      }
    >
      {t('{plan}: {status}. You’ll get a receipt when the payment goes through.', {
        plan: payment.planName,
        status: getPaymentStatus(payment).label.toLowerCase(),
      })}
    </EmptyState>
  );
}

function ReceiptSkeleton() {
  return (
    <SkeletonGroup label={t('Loading the receipt…')} className="mx-auto mt-4 max-w-180">
      <Skeleton className="h-160 w-full rounded-card" />
    </SkeletonGroup>
  );
}
