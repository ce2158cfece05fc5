import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import Stripe from 'stripe';
import type { DB } from '#server/db/schema.ts';
import type { Env } from '#server/env.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createSimulator, SIMULATED_KEY, type Simulator } from './simulator/simulator.ts';
import { openStripe } from './stripe.ts';
import { readStripeConfig } from './stripe-config.ts';

/** Delivers a signed event to the webhook of the site. */
export type DeliverEvent = (body: string, signature: string) => Promise<void>;

/** The payment provider of the environment, and the simulator if payments are simulated. */
export interface OpenedPaymentProvider {
  provider: PaymentProvider;
  simulator: Simulator | null;
}

/**
 * Opens Stripe if there is a key, else the simulator. Both are called through the same SDK, so there is one code path.
 * @param deliver delivers events of the simulator to the webhook, as Stripe does over the network
 * @param shutdown aborts requests to Stripe; they are repeated after the next start
 */
export function openPaymentProvider(
  env: Env,
  db: Kysely<DB>,
  deliver: DeliverEvent,
  shutdown?: AbortSignal,
): OpenedPaymentProvider {
  const config = readStripeConfig(env);
  if (config) return { provider: openStripe(config, { shutdown }), simulator: null };
  // Only this process signs and verifies, so the secret is not stored.
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const simulator = createSimulator(db, (event) => {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    // `reconcilePending` finds the payment of an event that was not delivered.
    deliver(payload, signature).catch(() => {});
  });
  const fetch = ((url: string, init: RequestInit) =>
    simulator.fetch(url, init as Parameters<Simulator['fetch']>[1])) as typeof globalThis.fetch;
  const payments = openStripe({
    secretKey: SIMULATED_KEY,
    publishableKey: null,
    webhookSecret,
    mode: 'simulated',
    fetch,
  });
  return { provider: payments, simulator };
}
