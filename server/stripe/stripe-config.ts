import type { Env } from '#server/env.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** Keys and address of Stripe. */
export interface StripeConfig {
  secretKey: string;
  publishableKey: string | null;
  webhookSecret: string | null;
  mode: PaymentProvider['mode'];
  /** The origin of another server with Stripe's HTTP API. */
  apiBase?: string;
  /** Replaces network requests (the simulator). */
  fetch?: typeof fetch;
}

/** The configuration of the environment; null without a secret key: payments are then simulated. */
export function readStripeConfig(env: Env): StripeConfig | null {
  if (env.STRIPE_SECRET_KEY === undefined) return null;
  const publishableKey = env.STRIPE_PUBLISHABLE_KEY ?? null;
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    publishableKey,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null,
    mode: publishableKey === null ? 'unavailable' : 'stripe',
    apiBase: env.STRIPE_API_BASE,
  };
}

/** An origin in the form that the SDK expects. */
export function parseApiBase(apiBase: string) {
  const { protocol, hostname, port } = new URL(apiBase);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) } as const;
}

/** Warnings about missing or useless keys of the environment, one sentence each. The program starts all the same. */
export function getConfigWarnings({ ORIGIN, ...env }: Env): string[] {
  const isSimulated = env.STRIPE_SECRET_KEY === undefined;
  return [
    ...(isSimulated && ORIGIN.startsWith('https:')
      ? ['STRIPE_SECRET_KEY is not set: payments are simulated, and anybody can have a paid listing for nothing.']
      : []),
    ...(isSimulated && (env.STRIPE_PUBLISHABLE_KEY !== undefined || env.STRIPE_WEBHOOK_SECRET !== undefined)
      ? ['STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET count for nothing without STRIPE_SECRET_KEY.']
      : []),
    ...(!isSimulated && env.STRIPE_PUBLISHABLE_KEY === undefined
      ? [
          'STRIPE_PUBLISHABLE_KEY is not set: nobody can pay. The checkout page says that the payment system is unavailable.',
        ]
      : []),
    ...(!isSimulated && env.STRIPE_WEBHOOK_SECRET === undefined
      ? [
          'STRIPE_WEBHOOK_SECRET is not set: events of Stripe are refused. Payments are found when the payer comes back, or within five minutes.',
        ]
      : []),
  ];
}
