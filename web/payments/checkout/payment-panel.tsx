import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import type { PaymentConfig } from '#contract/payments.ts';
import type { getPaidPlan } from '#contract/plans.ts';
import type { ApiError } from '#web/app/api.ts';
import { PaymentsClosed } from '#web/layout/payments-closed.tsx';
import { useSite } from '#web/layout/site.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { CancelLink } from './cancel-link.tsx';
import { ChooseListing } from './choose-listing.tsx';
import { TestModeNote } from './test-mode-note.tsx';
import type { Order } from './use-order.ts';

// Each form is a chunk of its own, loaded only in the mode that uses it.
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
}: {
  config: PaymentConfig | undefined;
  user: User | null | undefined;
  plan: ReturnType<typeof getPaidPlan>;
  order: Order | undefined;
  error: ApiError | null;
  needsListing: boolean;
}) {
  const { payments } = useSite();
  const [failed, setFailed] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const orderKey =
    order &&
    `${order.plan} ${order.listing?.id} ${order.intent?.intentId} ${order.discount?.code} ${order.amountCents}`;
  return (
    // On tablets the minimum height is that of the form, which avoids a layout shift below it.
    <Card as="section" aria-labelledby="pay" className="p-4 sm:p-6 sm:max-lg:min-h-170 lg:row-span-2">
      {config?.mode === 'closed' ? (
        <PaymentUnavailable>
          <PaymentsClosed />
        </PaymentUnavailable>
      ) : error || refusal || failed ? (
        <PaymentFailed error={error ?? refusal} />
      ) : user === null ? (
        <SignInToPay />
      ) : needsListing && user ? (
        <ChooseListing plan={plan} />
      ) : (
        <>
          <h2 id="pay" className="mb-4 text-xl">
            {t('Pay by card')}
          </h2>
          {config && user && order ? (
            <Suspense fallback={<CardFormSkeleton />}>
              {config.mode === 'stripe' && payments === 'simulated' && <TestModeNote className="mb-5" />}
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

function SignInToPay() {
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(pathname + search);
  return (
    <div className="grid gap-4">
      <span aria-hidden="true" className="round-icon size-12 p-3">
        <Icon name="circle-user-round" className="size-6" />
      </span>
      <h2 id="pay" className="text-xl">
        {t('Sign in to pay')}
      </h2>
      <p className="text-muted">
        {t('Your listing, receipt and analytics are kept in your account. After you sign in, you’ll come back here.')}
      </p>
      <div className="grid gap-3">
        <a href={`/auth?next=${next}`} className={buttonClass({ size: 'lg' })}>
          {t('Sign In')}
        </a>
        <a href={`/auth?register=true&next=${next}`} className={buttonClass({ variant: 'secondary' })}>
          {t('Create Account')}
        </a>
        <CancelLink />
      </div>
    </div>
  );
}

function PaymentFailed({ error }: { error: ApiError | null }) {
  // The order itself was rejected: trying again later would not help.
  const isClientError = error !== null && error.status >= 400 && error.status < 500 && error.message !== '';
  return (
    <PaymentUnavailable>
      <p>{isClientError ? error.message : t('We can’t take payments right now. You haven’t been charged.')}</p>
      {error?.status === 409 ? (
        <Button variant="secondary" onClick={() => location.reload()}>
          {t('Reload the order')}
        </Button>
      ) : (
        <p className="text-muted">{t('Please try again later, or contact us and we’ll help.')}</p>
      )}
    </PaymentUnavailable>
  );
}

function PaymentUnavailable({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="grid gap-4">
      <h2 id="pay" className="text-xl">
        {t('Payment System Unavailable')}
      </h2>
      {children}
      <div className="grid gap-3">
        <a href="/contact" className={buttonClass()}>
          {t('Contact Support')}
        </a>
        <CancelLink />
      </div>
    </div>
  );
}
