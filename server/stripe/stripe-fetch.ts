/**
 * `fetch` for Stripe's SDK, which takes JSON that is no object for one and then ends the process: such an answer comes to it
 * as none. Keys are sent to the address that is configured, and nowhere that it points to.
 * @param shutdown gives up what is not answered yet
 */
export const createStripeFetch =
  (shutdown?: AbortSignal): typeof fetch =>
  async (url, init) => {
    const signals = [init?.signal, shutdown].filter((signal) => signal instanceof AbortSignal);
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any(signals) });
    const text = await response.text();
    return new Response(text.trimStart().startsWith('{') ? text : '', response);
  };
