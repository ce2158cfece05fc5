import '#web/base/styles/private.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { MAP_PIN, PLAN_FEATURES } from '#contract/plans/plan-features.ts';
import { getPaidPlan, type Plan } from '#contract/plans/plans.ts';
import { queries } from '#web/base/api/queries.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { useUser } from '#web/base/session/user.ts';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { CreditOffer } from './credit-offer.tsx';
import { ListingSpot, useListingSpot } from './listing-spot.tsx';
import { ListingSpots } from './listing-spots.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { useOrder } from './use-order.ts';

export { CheckoutPage as Component };

/**
 * `/checkout`: pays for a plan by card. With `listing` for a listing of the user, with `ads` for several, with `clientSecret` by an existing payment
 * intent, otherwise it asks for the listing first. The amount always comes from the server, never from the URL.
 */
function CheckoutPage() {
  const [search] = useSearchParams();
  const config = useQuery(queries.paymentConfig()).data;
  const { user } = useUser();
  const { order, coupon, error, needsListing, isForSeveral, agreeTo } = useOrder(
    config && config.mode !== 'closed' ? user : undefined,
  );
  const plan = getPaidPlan(order?.plan ?? search.get('plan'));

  useEffect(() => {
    if (config?.mode === 'closed') console.warn(MISSING_KEY);
  }, [config?.mode]);

  return (
    <Container className="pb-12">
      <Metadata title={t('Checkout')} description={t('Pay for your listing by card.')} path="/checkout" noindex />
      <PageHeading
        title={t('Checkout')}
        breadcrumbs={[{ label: t('Home'), href: '/' }, { label: t('Checkout') }]}
        className="mb-6 md:mb-8"
      />
      {user && !isForSeveral && <CreditOffer plan={plan} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-12">
        <OrderSummary
          plan={plan}
          order={order}
          coupon={coupon}
          isForSeveral={isForSeveral}
          isChoosing={isForSeveral && needsListing}
        />
        {coupon.listing && <ListingSpot key={coupon.listing.id} listingId={coupon.listing.id} />}
        {order?.listings && <ListingSpots listings={order.listings} />}
        <PaymentPanel
          config={config}
          user={user}
          plan={plan}
          order={order}
          error={error}
          needsListing={needsListing}
          isForSeveral={isForSeveral}
          onAgree={agreeTo}
        />
        <PlanFeatures plan={plan} listingId={coupon.listing?.id} />
      </div>
    </Container>
  );
}

const MISSING_KEY = 'Missing payment public key (STRIPE_PUBLISHABLE_KEY): checkout will not work properly.';

/** The features of a plan; for a listing without a street, which has no pin, the map that it gets. */
function PlanFeatures({ plan, listingId }: { plan: Plan; listingId: number | undefined }) {
  const hasNoStreet = useListingSpot(listingId)?.hasStreet === false;
  return (
    <section aria-labelledby="included" className="lg:px-6">
      <h2 id="included" className="text-lg">
        {t('Included in {plan}', { plan: plan.name })}
      </h2>
      <ul className="checked mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {PLAN_FEATURES[plan.level].map((feature) => (
          <li key={feature}>{hasNoStreet && feature === MAP_PIN ? t('Map of your ZIP code') : feature}</li>
        ))}
      </ul>
    </section>
  );
}
