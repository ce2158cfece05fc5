import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans.ts';
import type { z } from '#contract/zod.ts';
import type { ApiError } from '#web/app/api.ts';
import { LANGUAGE, localPath } from '#web/i18n/language.ts';
import { useSite } from '#web/layout/site.tsx';
import { Form, FormInput, SubmitButton, useSchemaForm } from '#web/ui/form/form.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { CancelLink } from './cancel-link.tsx';
import { cardFormSchema } from './card.ts';
import { storeReceiptEmail } from './receipt-email.ts';
import type { Order } from './use-order.ts';
import { type ChargeResult, type IntentKeys, usePay } from './use-pay.ts';

const holderSchema = cardFormSchema.pick({ name: true });
type Holder = z.input<typeof holderSchema>;

/**
 * Stripe's card form in an iframe: the card data never reaches this site. It is shown by the amount alone, and the intent is created
 * when one pays (https://docs.stripe.com/payments/accept-a-payment-deferred).
 * @param onUnavailable called when the form cannot be loaded
 * @param onRefused called when the site created no intent
 */
export default function StripeCardForm({
  order,
  user,
  publishableKey,
  onUnavailable,
  onRefused,
}: {
  order: Order;
  user: User;
  publishableKey: string;
  onUnavailable: () => void;
  onRefused: (error: ApiError) => void;
}) {
  const pay = usePay(order, onRefused);
  const { container, card, ready } = useStripeCard(order.amountCents, publishableKey, onUnavailable);
  const form = useSchemaForm<Holder>({
    schema: holderSchema,
    defaultValues: { name: '' },
    onSubmit: async ({ name }) => {
      if (!card) return { message: t('The card form is still loading. Please try again in a moment.') };
      // Stripe's form displays validation errors itself.
      const { error } = await card.elements.submit();
      return error
        ? undefined
        : pay((intent) => charge(card, intent, { name, receiptEmail: storeReceiptEmail(user.email) }));
    },
  });
  return (
    <Form
      form={form}
      actions={
        <div className="grid gap-3">
          <SubmitButton form={form} size="lg" busyLabel={t('Processing...')} className="tabular-nums">
            {t('Pay {amount}', { amount: formatDollarsAndCents(order.amountCents) })}
          </SubmitButton>
          <CancelLink />
        </div>
      }
    >
      <FormInput form={form} name="name" label={t('Name on card')} autoComplete="cc-name" />
      {!ready && (
        <SkeletonGroup label={t('Loading the card form…')}>
          <Skeleton className="h-44" />
        </SkeletonGroup>
      )}
      <div ref={container} className={ready ? undefined : 'h-0 overflow-hidden'} />
    </Form>
  );
}

interface StripeCard {
  stripe: Stripe;
  elements: StripeElements;
}

/** Loads Stripe's script and mounts its form in the element of the `container` ref. */
function useStripeCard(amountCents: number, publishableKey: string, onUnavailable: () => void) {
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

  return { container, card, ready };
}

function isFullPageLoad(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && new URL(entry.name).pathname === location.pathname;
}

async function charge(
  { stripe, elements }: StripeCard,
  { clientSecret }: IntentKeys,
  { name, receiptEmail }: { name: string; receiptEmail: string | undefined },
): Promise<ChargeResult> {
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    clientSecret,
    redirect: 'if_required',
    confirmParams: {
      return_url: location.origin + localPath('/payment-success'),
      receipt_email: receiptEmail,
      payment_method_data: { billing_details: { name } },
    },
  });
  const { status } = paymentIntent ?? error?.payment_intent ?? {};
  const isPaid = status === 'succeeded' || status === 'processing';
  return isPaid ? { isDeclined: false } : { isDeclined: true, message: error?.message };
}
