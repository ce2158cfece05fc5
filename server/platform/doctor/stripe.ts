import Stripe from 'stripe';
import type { Finding } from '#contract/admin/health.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { Env } from '#server/platform/env/env.ts';
import { parseApiBase, readStripeConfig, type StripeConfig } from '#server/platform/stripe/stripe-config.ts';
import { createStripeFetch } from '#server/platform/stripe/stripe-fetch.ts';
import { createFindings } from './finding.ts';

const { ok, warning, error } = createFindings(() => t('Stripe'));

const TIMEOUT_MS = 10_000;

/** The events that the webhook needs (docs/operations.md, Payments). */
const NEEDED_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.updated',
  'refund.failed',
];

// The server behind the SDK need not be Stripe.
const endpointsSchema = z.object({
  data: z.array(z.object({ url: z.string(), status: z.string(), enabled_events: z.array(z.string()) })),
});

/** The keys of Stripe, and its webhook: reads charges and the endpoints of webhooks. What is not set is a matter of the settings. */
export async function checkStripe(env: Env): Promise<Finding[]> {
  const config = readStripeConfig(env);
  if (!config) return [ok(t('No key is set, so nothing is asked.'))];
  const stripe = createClient(config);
  try {
    await stripe.charges.list({ limit: 1 });
  } catch (fault) {
    return [error(describeFault(fault as Error))];
  }
  const accepted =
    config.mode === 'live'
      ? t('It accepts the secret key, which is live: cards are charged.')
      : t('It accepts the secret key, which is a test key: no card is charged.');
  return [ok(accepted), await checkWebhook(stripe, env.ORIGIN)];
}

const createClient = ({ secretKey, apiBase }: StripeConfig) =>
  new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(createStripeFetch()),
    ...(apiBase && parseApiBase(apiBase)),
  });

async function checkWebhook(stripe: Stripe, origin: string): Promise<Finding> {
  const url = `${origin}/api/webhooks/stripe`;
  const listed = await stripe.webhookEndpoints.list({ limit: 100 }).catch((fault: Error) => fault);
  if (listed instanceof Error && !(listed instanceof Stripe.errors.StripePermissionError))
    return error(describeFault(listed));
  const endpoints = endpointsSchema.safeParse(listed);
  if (!endpoints.success) {
    return warning(
      t('Its webhooks may not be read with this key. Look there yourself, or let the key read webhook endpoints.'),
    );
  }
  const endpoint = endpoints.data.data.find((found) => found.url === url);
  if (!endpoint)
    return error(
      t('It has no webhook for {url}. Set it up at Stripe (Developers → Webhooks) with the events {events}.', {
        url,
        events: NEEDED_EVENTS.join(', '),
      }),
    );
  const { status } = endpoint;
  if (status !== 'enabled') return error(t('The webhook for {url} is {status}. Enable it at Stripe.', { url, status }));
  const { enabled_events: enabled } = endpoint;
  const missing = enabled.includes('*') ? [] : NEEDED_EVENTS.filter((event) => !enabled.includes(event));
  if (missing.length > 0)
    return error(
      t('The webhook for {url} lacks {events}. Add these events at Stripe.', { url, events: missing.join(', ') }),
    );
  return ok(t('Its webhook for {url} has all events.', { url }));
}

function describeFault(fault: Error): string {
  if (fault instanceof Stripe.errors.StripeAuthenticationError)
    return t('It refuses STRIPE_SECRET_KEY. Copy the key anew from its dashboard.');
  if (fault instanceof Stripe.errors.StripePermissionError)
    return t('STRIPE_SECRET_KEY may not read charges. Give the restricted key that right at Stripe.');
  if (fault instanceof Stripe.errors.StripeConnectionError)
    return t('It cannot be reached. Let the program connect to api.stripe.com, port 443.');
  return t('It does not answer as expected ({fault}). Try again later, and look at status.stripe.com.', {
    fault: fault.name,
  });
}
