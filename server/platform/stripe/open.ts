import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import Stripe from 'stripe';
import type { DB } from '#server/platform/db/schema.ts';
import type { Env } from '#server/platform/env/env.ts';
import { deliverUntilAccepted } from '#server/platform/stripe/simulator/event-delivery.ts';
import { createSimulator, SIMULATED_KEY, type Simulator } from '#server/platform/stripe/simulator/simulator.ts';
import { CLOSED_PAYMENTS } from './closed.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { openStripe } from './stripe.ts';
import { arePaymentsClosed, readStripeConfig } from './stripe-config.ts';

/** Delivers a signed event to the webhook of the site, and returns the status of its response. */
export type DeliverEvent = (body: string, signature: string) => Promise<number>;

/** The payment provider of the environment, and the simulator if payments are simulated. */
export interface OpenedPaymentProvider {
  provider: PaymentProvider;
  simulator: Simulator | null;
}

/** Takes no payments, and leaves paid levels as they are: for a restored copy. */
export const closePayments = ({ provider }: OpenedPaymentProvider): OpenedPaymentProvider => ({
  provider: { ...CLOSED_PAYMENTS, mode: provider.mode },
  simulator: null,
});

/**
 * Opens Stripe if there is a key, else the simulator. Both are called through the same SDK, so there is one code path. In production
 * a live key is needed, or `PAYMENTS=simulated`; payments are closed otherwise. See docs/decisions/0051-payments-have-a-mode.md.
 * @param deliver delivers events of the simulator to the webhook, as Stripe does over the network
 * @param options.firstRetryMs when an event of the simulator is delivered again (tests)
 * @param options.shutdown aborts requests to Stripe and the delivery of events; they are repeated after the next start
 */
export function openPaymentProvider(
  env: Env,
  db: Kysely<DB>,
  deliver: DeliverEvent,
  { shutdown, firstRetryMs }: { shutdown?: AbortSignal; firstRetryMs?: number } = {},
): OpenedPaymentProvider {
  if (arePaymentsClosed(env)) return { provider: CLOSED_PAYMENTS, simulator: null };
  const config = readStripeConfig(env);
  if (config) return { provider: openStripe(config, { shutdown }), simulator: null };
  // Only this process signs and verifies, so the secret is not stored.
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const simulator = createSimulator(db, (event) => {
    const payload = JSON.stringify(event);
    // Each attempt has a signature of its own, because signatures expire.
    const attempt = () =>
      deliver(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret }));
    void deliverUntilAccepted(attempt, { signal: shutdown, firstRetryMs });
  });
  const fetch = ((url: string, init: RequestInit) =>
    simulator.fetch(url, init as Parameters<Simulator['fetch']>[1])) as typeof globalThis.fetch;
  const payments = openStripe({
    secretKey: SIMULATED_KEY,
    publishableKey: null,
    webhookSecret,
    mode: 'simulated',
    checkout: 'simulated',
    fetch,
  });
  return { provider: payments, simulator };
}
