import { setTimeout as delay } from 'node:timers/promises';

// Stripe tries for up to three days, at growing intervals (https://docs.stripe.com/webhooks#automatic-retries).
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 60 * 60 * 1000;
const RETRY_PERIOD_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * Delivers an event until it is accepted. One that was handled and not acknowledged arrives again, as at Stripe.
 * @param attempt delivers it once, and returns the status of the response
 * @param options.signal gives up; `reconcilePending` finds the payment of an event that was not delivered
 * @returns whether it was accepted
 */
export async function deliverUntilAccepted(
  attempt: () => Promise<number>,
  { signal, firstRetryMs }: { signal?: AbortSignal; firstRetryMs?: number } = {},
): Promise<boolean> {
  for (const retryMs of getRetryDelays(firstRetryMs)) {
    const status = await attempt().catch(() => 0);
    if (status >= 200 && status < 300) return true;
    // An abort ends the wait early.
    await delay(retryMs, undefined, { signal, ref: false }).catch(() => {});
    if (signal?.aborted) return false;
  }
  return false;
}

/** The milliseconds to wait after each attempt. */
export function* getRetryDelays(firstRetryMs = FIRST_RETRY_MS): Generator<number> {
  let retryMs = firstRetryMs;
  for (
    let waitedMs = 0;
    waitedMs < RETRY_PERIOD_MS;
    waitedMs += retryMs, retryMs = Math.min(2 * retryMs, MAX_RETRY_MS)
  ) {
    yield retryMs;
  }
}
