import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import Stripe from 'stripe';
import type { DB } from '#server/db/schema.ts';
import type { Env } from '#server/env.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createSimulator, SIMULATED_KEY, type Simulator } from './simulator/simulator.ts';
import { openStripe } from './stripe.ts';
import { readStripeConfig } from './stripe-config.ts';

/** How a signed event reaches the site's own webhook. */
export type DeliverEvent = (body: string, signature: string) => Promise<void>;

/** Card payments as the environment asks for them; the simulator besides, where they are simulated. */
export interface OpenedPaymentProvider {
  provider: PaymentProvider;
  simulator: Simulator | null;
}

/**
 * Stripe when there is a key, else the simulator, which the same SDK asks: one way through the code.
 * @param deliver takes the simulator's events to the webhook, as Stripe would over the network
 * @param shutdown gives up what Stripe has not answered yet; it is asked again after the next start
 */
export function openPaymentProvider(
  env: Env,
  db: Kysely<DB>,
  deliver: DeliverEvent,
  shutdown?: AbortSignal,
): OpenedPaymentProvider {
  const config = readStripeConfig(env);
  if (config) return { provider: openStripe(config, { ending: shutdown }), simulator: null };
  // Only this process signs and checks: it need not outlive it.
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const simulator = createSimulator(db, (event) => {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    // What is not delivered is found by the sweep.
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
