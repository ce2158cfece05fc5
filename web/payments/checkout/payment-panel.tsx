import { lazy, Suspense, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import type { PaymentConfig } from '#contract/payments.ts';
import type { getPaidPlan } from '#contract/plans/plans.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { useSite } from '#web/base/api/site.tsx';
import { PaymentsClosed } from '#web/base/layout/payments-closed.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { ChooseListing } from './choose-listing.tsx';
import { PaymentFailed, PaymentUnavailable } from './payment-unavailable.tsx';
import { RenewalConsent } from './renewal-consent.tsx';
import { SignInToPay } from './sign-in-to-pay.tsx';
import { TestModeNote } from './test-mode-note.tsx';
import type { Order } from './use-order.ts';

// Each form is a chunk of its own, loaded only where it is used.
const ChooseListings = lazy(() => import('./choose-listings.tsx'));
const SimulatedCardForm = lazy(() => import('./simulated-card-form.tsx'));
const StripeCardForm = lazy(() => import('./stripe-card-form.tsx'));

/** The card form, or why the order cannot be paid: no session, no listing, or no payments. */
export function PaymentPanel({
  config,
  user,
  plan,
  order,
  error,
  needsListing,
  isForSeveral,
  onAgree,
}: {
  config: PaymentConfig | undefined;
  user: User | null | undefined;
  plan: ReturnType<typeof getPaidPlan>;
  order: Order | undefined;
  error: ApiError | null;
  needsListing: boolean;
  isForSeveral: boolean;
  /** Called when the buyer agrees that the plan renews automatically, or no longer does. */
  onAgree: (agrees: boolean) => void;
}) {
  const { payments } = useSite();
  const [failed, setFailed] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const orderKey =
    order &&
    `${order.plan} ${order.listing?.id} ${order.listings?.map(({ id }) => id)} ${order.intent?.intentId} ${order.discount?.code} ${order.amountCents}`;
  return (
    // On tablets the minimum height is that of the form, which avoids a layout shift below it.
    <Card
      as="section"
      aria-labelledby="pay"
      className="p-4 sm:p-6 sm:max-lg:min-h-170 lg:col-start-2 lg:row-span-3 lg:row-start-1"
    >
      {config?.mode === 'closed' ? (
        <PaymentUnavailable>
          <PaymentsClosed />
        </PaymentUnavailable>
      ) : error || refusal || failed ? (
        <PaymentFailed error={error ?? refusal} />
      ) : user === null ? (
        <SignInToPay />
      ) : needsListing && user ? (
        isForSeveral ? (
          <ChooseListings plan={plan} />
        ) : (
          <ChooseListing plan={plan} />
        )
      ) : (
        <>
          <h2 id="pay" className="mb-4 text-xl">
            {t('Pay by card')}
          </h2>
          {config && user && order ? (
            <Suspense fallback={<CardFormSkeleton />}>
              {config.mode === 'stripe' && payments === 'simulated' && <TestModeNote className="mb-5" />}
              {order.renewal && <RenewalConsent order={order} renewal={order.renewal} plan={plan} onAgree={onAgree} />}
              {config.mode === 'simulated' ? (
                <SimulatedCardForm key={orderKey} order={order} user={user} onRefused={setRefusal} />
              ) : (
                <StripeCardForm
                  key={orderKey}
                  order={order}
                  user={user}
                  publishableKey={config.publishableKey ?? ''}
                  onUnavailable={() => setFailed(true)}
                  onRefused={setRefusal}
                />
              )}
            </Suspense>
          ) : (
            <>
              <noscript>
                <p className="mb-4 font-semibold">{t('You need JavaScript to pay.')}</p>
              </noscript>
              <CardFormSkeleton />
            </>
          )}
        </>
      )}
    </Card>
  );
}

/** Placeholder of the card form. */
function CardFormSkeleton() {
  return (
    <SkeletonGroup label={t('Preparing your payment…')} className="grid gap-5">
      <Skeleton className="h-20" />
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
      <Skeleton className="h-20" />
      <Skeleton className="h-13" />
    </SkeletonGroup>
  );
}
