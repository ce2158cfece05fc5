import Stripe from 'stripe';
import { t } from '#contract/i18n/t.ts';
import { NotFound, Unavailable } from '#server/platform/http/errors.ts';
import { ProviderRefusal } from './payment-provider.ts';

const RETRY_SECONDS = 30;

/**
 * Converts errors of the SDK and of the schemas into errors with a status.
 * @throws {NotFound} when Stripe has no such object @throws {Unavailable} for all others except `ProviderRefusal`
 */
export async function withStripeErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderRefusal) throw error;
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') {
      throw new NotFound(t('Payment not found.'));
    }
    const message = t('We can’t reach the card service right now. Please try again later.');
    throw new Unavailable(message, RETRY_SECONDS, error);
  }
}
