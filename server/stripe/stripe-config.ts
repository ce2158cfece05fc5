import type { Env } from '#server/env.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** How Stripe is reached. */
export interface StripeConfig {
  secretKey: string;
  publishableKey: string | null;
  webhookSecret: string | null;
  mode: PaymentProvider['mode'];
  /** Another server that speaks Stripe's HTTP. */
  apiBase?: string;
  /** Instead of the network (the simulator). */
  fetch?: typeof fetch;
}

/** The keys of the environment; null without any: payments are then simulated. */
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

/** The address of another server as the SDK takes it. */
export function parseApiBase(apiBase: string) {
  const { protocol, hostname, port } = new URL(apiBase);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) } as const;
}

/** What is amiss with the keys of the environment, a sentence each: payments then go on as well as they can. */
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
