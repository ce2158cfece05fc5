import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { useSite } from '#web/base/api/site.tsx';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import type { Order } from './use-order.ts';

/** Stripe’s mounted card form. */
export interface StripeCard {
  stripe: Stripe;
  elements: StripeElements;
}

/** Loads Stripe's script and mounts its form in the element of the `container` ref. */
export function useStripeCard(
  { amountCents, renewalCents }: Pick<Order, 'amountCents' | 'renewalCents'>,
  publishableKey: string,
  onUnavailable: () => void,
) {
  const site = useSite();
  const container = useRef<HTMLDivElement>(null);
  const [card, setCard] = useState<StripeCard>();
  const [ready, setReady] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only; the form is remounted for another order.
  useEffect(() => {
    // Only the checkout's document has a content security policy that allows Stripe's script, so after a client navigation
    // the page is loaded again as a document.
    if (!isFullPageLoad()) return location.reload();
    let isUnmounted = false;
    let remove = () => {};
    const mount = async () => {
      // Importing the package already starts loading Stripe's script.
      const { loadStripe } = await import('@stripe/stripe-js');
      const stripe = await loadStripe(publishableKey, { locale: LANGUAGE === 'es' ? 'es-419' : 'auto' });
      if (isUnmounted || !container.current) return;
      if (!stripe) return onUnavailable();
      const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe';
      const elements = stripe.elements({
        mode: 'payment',
        amount: amountCents,
        currency: 'usd',
        // The intent takes no method that redirects to another site, which Stripe does not know before there is one.
        allowedPaymentMethodTypes: ['card'],
        appearance: { theme, variables: { borderRadius: '8px' } },
      });
      const form = elements.create('payment', {
        business: { name: site.name },
        fields: { billingDetails: { name: 'never' } },
      });
      form.on('ready', () => setReady(true));
      form.on('loaderror', onUnavailable);
      form.mount(container.current);
      remove = () => form.destroy();
      setCard({ stripe, elements });
    };
    mount().catch(onUnavailable);
    return () => {
      isUnmounted = true;
      remove();
    };
  }, []);

  // Stripe takes it only where it is that of the intent.
  const setupFutureUsage = renewalCents === undefined ? null : 'off_session';
  useEffect(() => {
    void card?.elements.update({ setupFutureUsage });
  }, [card, setupFutureUsage]);

  return { container, card, ready };
}

function isFullPageLoad(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && new URL(entry.name).pathname === location.pathname;
}
