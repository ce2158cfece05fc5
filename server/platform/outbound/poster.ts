import { Agent, type buildConnector, request } from 'undici';
import { parseTarget } from './http-client.ts';
import { AddressRefused, lookupPublicAddress } from './public-lookup.ts';

/**
 * Sends a POST request to an address that a stranger chose. Only public servers are connected to, at the address that was checked, on the
 * port of https; redirects are not followed.
 * @returns the status, and the beginning of the body
 * @throws {AddressRefused} or, as its `cause`, when the address is not public; any other error when there is no response in time
 */
export type Post = (
  url: string,
  request: { headers: Record<string, string>; body: string },
) => Promise<{ status: number; body: string }>;

/** How the network is reached. */
interface PosterOptions {
  /** Another way to open connections (tests). */
  connect?: buildConnector.connector;
  /** For everything: the name, the connection and the response. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
const MAX_BODY_BYTES = 8000;

export function createPoster({ connect, timeoutMs = TIMEOUT_MS }: PosterOptions = {}): Post {
  const dispatcher = new Agent({
    connect: connect ?? { lookup: lookupPublicAddress, timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  return async (url, { headers, body }) => {
    const response = await request(parsePublicTarget(url), {
      dispatcher,
      method: 'POST',
      headers: { 'accept-encoding': 'identity', ...headers },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.statusCode, body: await readBeginning(response.body) };
  };
}

/** @throws {AddressRefused} for what is not on the public web, or on a port of its own, where another kind of server may be spoken to */
export function parsePublicTarget(text: string): URL {
  const url = parseTarget(text, false);
  if (url.port !== '') throw new AddressRefused(`${url.host} has a port of its own`);
  return url;
}

/** The first bytes of a body as text. The status is known, so a body that is cut off is taken as far as it came. */
async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_BODY_BYTES) break;
    }
  } catch {}
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString('utf8');
}
