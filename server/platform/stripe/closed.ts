import { PAYMENTS_CLOSED } from '#contract/site.ts';
import { Unavailable } from '#server/platform/http/errors.ts';
import type { PaymentProvider } from './payment-provider.ts';

const RETRY_SECONDS = 60 * 60;

/** 'Card payments are not set up yet.' */
export const paymentsClosed = () => new Unavailable(PAYMENTS_CLOSED, RETRY_SECONDS);

const refuse = () => Promise.reject(paymentsClosed());

/**
 * The provider of a site that takes no payments. Its mode is live, because only such a site means money: what was paid with the
 * keys that it had before still counts.
 */
export const CLOSED_PAYMENTS: PaymentProvider = {
  mode: 'live',
  checkout: 'closed',
  publishableKey: null,
  createIntent: refuse,
  retrieveIntent: refuse,
  cancelIntent: refuse,
  createCustomer: refuse,
  deleteCustomer: refuse,
  chargeSavedCard: refuse,
  refund: refuse,
  constructEvent() {
    throw paymentsClosed();
  },
  listCharges() {
    throw paymentsClosed();
  },
  listBalanceMovements() {
    throw paymentsClosed();
  },
  retrieveBalance: refuse,
};
