/**
 * `fetch` for Stripe's SDK. The SDK ends the process if a response is JSON but not an object, so such a response is replaced by an
 * empty one. Redirects are refused, so keys are only sent to the configured address.
 * @param shutdown aborts pending requests
 */
export const createStripeFetch =
  (shutdown?: AbortSignal): typeof fetch =>
  async (url, init) => {
    const signals = [init?.signal, shutdown].filter((signal) => signal instanceof AbortSignal);
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any(signals) });
    const text = await response.text();
    return new Response(text.trimStart().startsWith('{') ? text : '', response);
  };
