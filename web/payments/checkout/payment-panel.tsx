import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#contract/accounts.ts';
import type { PaymentConfig, PaymentIntentResponse } from '#contract/payments.ts';
import type { ApiError } from '#web/app/api.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { CancelLink } from './cancel-link.tsx';

// Each form is a chunk of its own, loaded only in the mode that uses it.
const SimulatedCardForm = lazy(() => import('./simulated-card-form.tsx'));
const StripeCardForm = lazy(() => import('./stripe-card-form.tsx'));

/** The card form, or why the order cannot be paid: no session, or payments unavailable. */
export function PaymentPanel({
  config,
  user,
  order,
  error,
}: {
  config: PaymentConfig | undefined;
  user: User | null | undefined;
  order: PaymentIntentResponse | undefined;
  error: ApiError | null;
}) {
  const [failed, setFailed] = useState(false);
  return (
    // On tablets the minimum height is that of the form, which avoids a layout shift below it.
    <Card as="section" aria-labelledby="pay" className="p-4 sm:p-6 sm:max-lg:min-h-170 lg:row-span-2">
      {config?.mode === 'unavailable' || error || failed ? (
        <PaymentUnavailable error={error} />
      ) : user === null ? (
        <SignInToPay />
      ) : (
        <>
          <h2 id="pay" className="mb-4 text-xl">
            Pay by card
          </h2>
          {config && user && order ? (
            <Suspense fallback={<CardFormSkeleton />}>
              {config.mode === 'simulated' ? (
                <SimulatedCardForm key={order.intentId} order={order} user={user} />
              ) : (
                <StripeCardForm
                  key={order.intentId}
                  order={order}
                  publishableKey={config.publishableKey ?? ''}
                  onUnavailable={() => setFailed(true)}
                />
              )}
            </Suspense>
          ) : (
            <>
              <noscript>
                <p className="mb-4 font-semibold">Paying needs JavaScript.</p>
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
    <SkeletonGroup label="Preparing your payment…" className="grid gap-5">
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

function SignInToPay() {
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(pathname + search);
  return (
    <div className="grid gap-4">
      <span aria-hidden="true" className="round-icon size-12 p-3">
        <Icon name="circle-user-round" className="size-6" />
      </span>
      <h2 id="pay" className="text-xl">
        Sign in to pay
      </h2>
      <p className="text-muted">
        What you pay for belongs to your account: the listing, the receipt and its figures. You come back here next.
      </p>
      <div className="grid gap-3">
        <a href={`/auth?next=${next}`} className={buttonClass({ size: 'lg' })}>
          Sign In
        </a>
        <a href={`/auth?register=true&next=${next}`} className={buttonClass({ variant: 'secondary' })}>
          Create Account
        </a>
        <CancelLink />
      </div>
    </div>
  );
}

function PaymentUnavailable({ error }: { error: ApiError | null }) {
  // The order itself was rejected: trying again later would not help.
  const isClientError = error !== null && error.status >= 400 && error.status < 500 && error.message !== '';
  return (
    <div role="alert" className="grid gap-4">
      <h2 id="pay" className="text-xl">
        Payment System Unavailable
      </h2>
      <p>{isClientError ? error.message : 'We cannot take your payment just now. Nothing was charged.'}</p>
      <p className="text-muted">Please try again later, or write to us and we will help.</p>
      <div className="grid gap-3">
        <a href="/contact" className={buttonClass()}>
          Contact Support
        </a>
        <CancelLink />
      </div>
    </div>
  );
}
