import { t } from '#contract/i18n/t.ts';
import type { Env } from '#server/platform/env/env.ts';
import { isProduction } from '#server/platform/env/unsafe-settings.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** Keys and address of Stripe. */
export interface StripeConfig {
  secretKey: string;
  publishableKey: string | null;
  webhookSecret: string | null;
  mode: PaymentProvider['mode'];
  checkout: PaymentProvider['checkout'];
  /** The origin of another server with Stripe's HTTP API. */
  apiBase?: string;
  /** Replaces network requests (the simulator). */
  fetch?: typeof fetch;
}

/**
 * Whether the environment takes no payments at all: in production without a live key, because anybody could buy with a test card.
 * `PAYMENTS=simulated` says that this is wanted.
 */
export const arePaymentsClosed = (env: Env): boolean =>
  isProduction(env) && !isLiveKey(env.STRIPE_SECRET_KEY) && env.PAYMENTS !== 'simulated';

/** The configuration of the environment; null without a secret key. */
export function readStripeConfig(env: Env): StripeConfig | null {
  if (env.STRIPE_SECRET_KEY === undefined) return null;
  const publishableKey = env.STRIPE_PUBLISHABLE_KEY ?? null;
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    publishableKey,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null,
    mode: isLiveKey(env.STRIPE_SECRET_KEY) ? 'live' : 'simulated',
    checkout: publishableKey === null ? 'closed' : 'stripe',
    apiBase: env.STRIPE_API_BASE,
  };
}

/** Stripe moves money only with live keys (https://docs.stripe.com/keys). */
const isLiveKey = (secretKey: string | undefined) => /^(sk|rk)_live_/.test(secretKey ?? '');

/** An origin in the form that the SDK expects. */
export function parseApiBase(apiBase: string) {
  const { protocol, hostname, port } = new URL(apiBase);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) } as const;
}

/** Warnings about missing or useless keys of the environment, one sentence each. The program starts all the same. */
export function getConfigWarnings(env: Env): string[] {
  const warnings: string[] = [];
  const hasSecretKey = env.STRIPE_SECRET_KEY !== undefined;
  if (arePaymentsClosed(env)) {
    warnings.push(
      hasSecretKey
        ? t('STRIPE_SECRET_KEY is a test key: checkout is closed. Set a live key, or PAYMENTS=simulated.')
        : t('STRIPE_SECRET_KEY is not set: checkout is closed. Set it, or PAYMENTS=simulated.'),
    );
  } else if (isProduction(env) && !isLiveKey(env.STRIPE_SECRET_KEY)) {
    warnings.push(t('PAYMENTS=simulated: anybody can have a paid listing for nothing.'));
  }
  if (!hasSecretKey && (env.STRIPE_PUBLISHABLE_KEY !== undefined || env.STRIPE_WEBHOOK_SECRET !== undefined)) {
    warnings.push(t('STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET count for nothing without STRIPE_SECRET_KEY.'));
  }
  if (hasSecretKey && env.STRIPE_PUBLISHABLE_KEY === undefined) {
    warnings.push(t('STRIPE_PUBLISHABLE_KEY is not set: checkout is closed.'));
  }
  if (hasSecretKey && env.STRIPE_WEBHOOK_SECRET === undefined) {
    warnings.push(
      t(
        'STRIPE_WEBHOOK_SECRET is not set: events of Stripe are refused. Payments are found when the payer comes back, or within five minutes.',
      ),
    );
  }
  return warnings;
}
