import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { User } from '#contract/accounts.ts';
import type { Payment, PaymentIntentResponse, PaymentResult } from '#contract/payments.ts';
import { getPaidPlan } from '#contract/plans.ts';
import { type ApiError, getJson, send } from '#web/app/api.ts';
import { checkoutPath } from '#web/owner-listings/checkout-path.ts';
import { toPurchaseEvent } from '#web/owner-listings/purchase-event.ts';
import { invalidateUserOnAuthError } from '#web/session/session.ts';
import { recordEvent } from '#web/tracking/data-layer.ts';
import { toast } from '#web/ui/toast.tsx';
import { getPaymentSuccessPath } from './payment-success-path.ts';

/**
 * The order of the checkout's URL, loaded once a user is signed in: the payment intent of the client secret, or a new one. If it
 * is already paid or closed, the hook navigates to its outcome.
 */
export function useOrder(user: User | null | undefined) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const checkoutRequest = {
    plan: getPaidPlan(search.get('plan')).id,
    listingId: Number(search.get('listing')) || undefined,
    clientSecret: search.get('clientSecret'),
  };
  const { data: order, error } = useQuery<Order, ApiError>({
    // The prefix /api/user/ removes it from the cache on sign-out.
    queryKey: ['/api/user/payment-intents/', checkoutRequest],
    queryFn: () => resolveOrder(checkoutRequest),
    enabled: Boolean(user),
    retry: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  useEffect(() => {
    if (!order) return;
    if (order.isClosed) return void navigate(getPaymentSuccessPath(order), { replace: true });
    // With the client secret in the URL, a reload continues the same payment.
    const { clientSecret } = order;
    history.replaceState(history.state, '', `${checkoutPath(order)}&${new URLSearchParams({ clientSecret })}`);
    recordEvent('begin_checkout', toPurchaseEvent(order));
  }, [order, navigate]);

  useEffect(() => {
    if (!error) return;
    invalidateUserOnAuthError(client, error);
    toast({ title: 'Error', description: NOT_INITIALIZED, tone: 'danger' });
  }, [error, client]);

  return { order: order?.isClosed ? undefined : order, error };
}

const NOT_INITIALIZED = 'Failed to initialize payment. Please try again later.';

/** `isClosed`: the intent was paid, or can no longer be paid. */
type Order =
  | (PaymentIntentResponse & { isClosed?: false })
  | (Pick<PaymentIntentResponse, 'intentId' | 'clientSecret'> & { isClosed: true });

interface CheckoutRequest {
  plan: PaymentIntentResponse['plan'];
  listingId: number | undefined;
  clientSecret: string | null;
}

async function resolveOrder({ plan, listingId, clientSecret }: CheckoutRequest): Promise<Order> {
  if (clientSecret === null) return createPaymentIntent({ plan, listingId });
  const [intentId = ''] = clientSecret.split('_secret_');
  const { outcome, paymentId } = (await getJson(
    `/api/user/payment-intents/${encodeURIComponent(intentId)}`,
  )) as PaymentResult;
  if (outcome !== 'open' && outcome !== 'canceled') return { intentId, clientSecret, isClosed: true };
  const payment = (await getJson(`/api/user/payments/${paymentId}`)) as Payment;
  if (outcome === 'canceled') return createPaymentIntent({ plan: payment.plan, listingId: payment.listing?.id });
  return { intentId, clientSecret, plan: payment.plan, amountCents: payment.amountCents, listing: payment.listing };
}

async function createPaymentIntent(request: {
  plan: PaymentIntentResponse['plan'];
  listingId: number | undefined;
}): Promise<PaymentIntentResponse> {
  try {
    const intent = await send<PaymentIntentResponse>('POST', '/api/create-payment-intent', request);
    recordEvent('payment_intent_created', { payment_id: intent.intentId, ...toPurchaseEvent(intent) });
    return intent;
  } catch (error) {
    recordEvent('payment_intent_failed', { plan: request.plan, message: (error as Error).message });
    throw error;
  }
}
