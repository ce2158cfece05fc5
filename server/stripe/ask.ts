/**
 * `fetch` for Stripe's SDK, which takes JSON that is no object for one and then ends the process: such an answer comes to it
 * as none. Keys are sent to the address that is configured, and nowhere that it points to.
 */
export async function ask(url: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  const text = await response.text();
  return new Response(text.trimStart().startsWith('{') ? text : '', response);
}
