import { useNavigate } from 'react-router';
import type { PaymentIntentResponse } from '#contract/payments.ts';
import { ApiError } from '#web/app/api.ts';
import { toPurchaseEvent } from '#web/owner-listings/purchase-event.ts';
import { recordEvent } from '#web/tracking/data-layer.ts';
import type { FormFailure } from '#web/ui/form/form.tsx';
import { toast } from '#web/ui/toast.tsx';
import { getPaymentSuccessPath } from './payment-success-path.ts';

/** The result of charging a card. A decline has the provider's message, if there is one. */
export type ChargeResult = { isDeclined: false } | { isDeclined: true; message?: string };

/**
 * Returns a function that pays an order: it charges the card by `charge`, shows a toast, and navigates to the outcome. It resolves
 * to the failure if the card was declined.
 */
export function usePay(order: PaymentIntentResponse) {
  const navigate = useNavigate();
  return async (charge: () => Promise<ChargeResult>): Promise<FormFailure | undefined> => {
    const event = { payment_id: order.intentId, ...toPurchaseEvent(order) };
    recordEvent('payment_attempt', event);
    const result = await charge().catch(toDeclined);
    if (result.isDeclined) {
      const message = result.message || 'There was an issue processing your payment. Please try again.';
      recordEvent('payment_failed', { ...event, message });
      toast({ title: 'Payment Failed', description: message, tone: 'danger' });
      return { message };
    }
    const description = 'You are being redirected to the confirmation page.';
    toast({ title: 'Payment Processing', description });
    await navigate(getPaymentSuccessPath(order));
    return undefined;
  };
}

function toDeclined(error: unknown): ChargeResult {
  if (error instanceof ApiError) return { isDeclined: true, message: error.message };
  throw error;
}
