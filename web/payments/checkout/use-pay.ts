import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import type { PaymentIntentResponse, PaymentResult } from '#contract/payments.ts';
import { ApiError, getJson, send } from '#web/base/api/api.ts';
import { invalidateUserOnAuthError } from '#web/base/session/session.ts';
import { recordEvent } from '#web/base/tracking/data-layer.ts';
import { toPurchaseEvent } from '#web/base/tracking/purchase-event.ts';
import type { FormFailure } from '#web/base/ui/form/form.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { getPaymentSuccessPath } from './payment-success-path.ts';
import { keepIntentInUrl, NOT_INITIALIZED, type Order } from './use-order.ts';

/** The result of charging a card. A decline has the provider's message, if there is one. */
export type ChargeResult = { isDeclined: false } | { isDeclined: true; message?: string };

/** What identifies an intent to the provider. */
export type IntentKeys = NonNullable<Order['intent']>;

/**
 * Returns a function that pays an order: it creates the intent unless an earlier attempt did, charges the card by `charge`, shows
 * a toast, and navigates to the outcome. An intent that another tab replaced is forgotten, so that the next attempt creates one.
 * It resolves to the failure if the card was declined or the site was not reached.
 * @param onRefused called when the site created no intent
 */
export function usePay(order: Order, onRefused: (error: ApiError) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const known = useRef(order.intent);
  return async (charge: (intent: IntentKeys) => Promise<ChargeResult>): Promise<FormFailure | undefined> => {
    try {
      // An intent that saves the card is another one than that which does not.
      if (!known.current || known.current.renewalCents !== order.renewalCents)
        known.current = { ...(await createIntent(order)), renewalCents: order.renewalCents };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      invalidateUserOnAuthError(client, error);
      toast({ title: t('Error'), description: NOT_INITIALIZED, tone: 'danger' });
      // Offline, what was typed is kept for the next attempt: the server reuses an intent whose response was lost.
      if (error.status === 0) return { message: error.message };
      return void onRefused(error);
    }
    const intent = known.current;
    const event = { payment_id: intent.intentId, ...toPurchaseEvent(order) };
    recordEvent('payment_attempt', event);
    const result = await charge(intent).catch(toDeclined);
    if (result.isDeclined && (await isCanceled(intent))) {
      known.current = undefined;
      toast({ title: t('This payment was replaced'), description: REPLACED });
      return { message: REPLACED };
    }
    if (result.isDeclined) {
      const message = result.message || t('There was an issue processing your payment. Please try again.');
      recordEvent('payment_failed', { ...event, message });
      toast({ title: t('Payment Failed'), description: message, tone: 'danger' });
      return { message };
    }
    const description = t('You are being redirected to the confirmation page.');
    toast({ title: t('Payment Processing'), description });
    await navigate(getPaymentSuccessPath(intent));
    return undefined;
  };
}

async function createIntent(order: Order): Promise<IntentKeys> {
  const { plan, listing, listings, timesPaid, amountCents, discount, renewalCents } = order;
  try {
    // The server refuses another amount than the one that is shown.
    const listingIds = listings?.map(({ id }) => id);
    const body = {
      ...{ plan, listingId: listing?.id, listingIds, timesPaid, amountCents, renewalCents },
      code: discount?.code,
    };
    const intent = await send<PaymentIntentResponse>('POST', '/api/create-payment-intent', body);
    recordEvent('payment_intent_created', { payment_id: intent.intentId, ...toPurchaseEvent(order) });
    keepIntentInUrl(order, intent);
    return intent;
  } catch (error) {
    recordEvent('payment_intent_failed', { plan, message: (error as Error).message });
    throw error;
  }
}

/** Another tab started to pay for the same listing by another plan, or with the same coupon, of which one can be open. */
const REPLACED = t(
  'You started paying for another plan of this listing, which replaced this payment. You haven’t been charged. To buy this plan instead, pay again.',
);

async function isCanceled({ intentId }: IntentKeys): Promise<boolean> {
  const path = `/api/user/payment-intents/${encodeURIComponent(intentId)}`;
  const result = (await getJson(path).catch(() => null)) as PaymentResult | null;
  return result?.outcome === 'canceled';
}

function toDeclined(error: unknown): ChargeResult {
  if (error instanceof ApiError) return { isDeclined: true, message: error.message };
  throw error;
}
