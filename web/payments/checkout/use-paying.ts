import { useNavigate } from 'react-router';
import type { Intent } from '#contract/payments.ts';
import { ApiError } from '#web/app/api.ts';
import { soldBy } from '#web/owner-listings/sold-by.ts';
import { recordEvent } from '#web/tracking/data-layer.ts';
import type { FormFailure } from '#web/ui/form/form.tsx';
import { toast } from '#web/ui/toast.tsx';
import { outcomePath } from './outcome-path.ts';

/** What came of charging a card. A refusal has the provider's message, if it gave one. */
export type Charged = { isRefused: false } | { isRefused: true; message?: string };

/**
 * Pays an order: charges the card by `charge`, says what came of it, and leads on to what was paid for. Resolves to why
 * it was refused.
 */
export function usePaying(order: Intent) {
  const navigate = useNavigate();
  return async (charge: () => Promise<Charged>): Promise<FormFailure | undefined> => {
    const event = { payment_id: order.intentId, ...soldBy(order) };
    recordEvent('payment_attempt', event);
    const charged = await charge().catch(asRefusal);
    if (charged.isRefused) {
      const message = charged.message || 'There was an issue processing your payment. Please try again.';
      recordEvent('payment_failed', { ...event, message });
      toast({ title: 'Payment Failed', description: message, tone: 'danger' });
      return { message };
    }
    const description = 'You are being redirected to the confirmation page.';
    toast({ title: 'Payment Processing', description });
    await navigate(outcomePath(order));
    return undefined;
  };
}

function asRefusal(error: unknown): Charged {
  if (error instanceof ApiError) return { isRefused: true, message: error.message };
  throw error;
}
