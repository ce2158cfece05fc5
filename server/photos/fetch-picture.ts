import { ADDRCONFIG } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { type Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { MAX_PHOTO_BYTES } from '#contract/limits.ts';
import { readBounded } from '#server/platform/http/bounded-body.ts';
import { isPublicAddress } from '#server/platform/public-address.ts';

/**
 * Fetches what an owner says is a picture. The URL is untrusted: only public addresses are connected to.
 * @returns at most 10 MB, of any content
 * @throws {PictureRefused} when a further attempt would be refused too; any other error may be temporary
 */
export type FetchPicture = (url: string) => Promise<Buffer>;

/** The URL leads to nothing that may be copied. */
export class PictureRefused extends Error {}

/** How the network is reached; tests replace it. */
interface FetchOptions {
  /** Resolves a host to all its addresses. */
  resolve?: (host: string) => Promise<string[]>;
  /** The agents that open connections. */
  agents?: { http: HttpAgent; https: HttpsAgent };
  /** For everything: names, redirects and the body. */
  timeoutMs?: number;
}

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;
const TEMPORARY_STATUSES = [408, 425, 429];

/** Makes a fetcher. See docs/decisions/0054-pictures-of-other-sites-are-copied.md. */
export function createPictureFetcher({
  resolve = resolveHost,
  agents,
  timeoutMs = TIMEOUT_MS,
}: FetchOptions = {}): FetchPicture {
  return async (url) => {
    const signal = AbortSignal.timeout(timeoutMs);
    let target = parseTarget(url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const address = await findPublicAddress(target, { resolve, signal });
      const response = await send(target, { address, agents, signal });
      try {
        const { statusCode: status = 0, headers } = response;
        if (status === 200) return await readBounded(response, MAX_PHOTO_BYTES, tooLarge);
        if (status < 300 || status >= 400 || !headers.location) throw toStatusError(status);
        target = parseTarget(headers.location, target);
      } finally {
        response.destroy();
      }
    }
    throw new PictureRefused(`There are more than ${MAX_REDIRECTS} redirects`);
  };
}

/** Only the standard ports, so that no other kind of server can be spoken to. `URL` leaves out the port of the scheme. */
function parseTarget(text: string, base?: URL): URL {
  const url = URL.parse(text, base);
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new PictureRefused('The URL is not of the web');
  if (url.username !== '' || url.password !== '') throw new PictureRefused('The URL has credentials');
  if (!['', '80', '443'].includes(url.port)) throw new PictureRefused('The URL has a port of its own');
  return url;
}

/**
 * The address to connect to. A host is refused if any of its addresses is not public. The connection is opened to the
 * returned address, not to the host, whose addresses may have changed when they are looked up again (DNS rebinding).
 */
async function findPublicAddress(
  { hostname }: URL,
  { resolve, signal }: { resolve: (host: string) => Promise<string[]>; signal: AbortSignal },
): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await Promise.race([resolve(host), rejectWhenAborted(signal)]);
  const [first] = addresses;
  if (first === undefined) throw new Error('The host has no address');
  if (!addresses.every(isPublicAddress)) throw new PictureRefused('The host is not on the public internet');
  return first;
}

const resolveHost = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true, order: 'ipv4first', hints: ADDRCONFIG })).map(({ address }) => address);

const rejectWhenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

function send(
  url: URL,
  { address, agents = undefined, signal }: Pick<FetchOptions, 'agents'> & { address: string; signal: AbortSignal },
): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const request = (isTls ? requestHttps : requestHttp)({
      host: address,
      port: Number(url.port) || (isTls ? 443 : 80),
      path: url.pathname + url.search,
      headers: { host: url.host, accept: 'image/avif,image/webp,image/png,image/jpeg', 'accept-encoding': 'identity' },
      // The certificate must be that of the host; of an address there is no server name (RFC 6066).
      ...(isTls && { servername: isIP(host) ? '' : host }),
      agent: agents?.[isTls ? 'https' : 'http'] ?? false,
      signal,
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.end();
  });
}

const tooLarge = () => new PictureRefused('The picture is larger than 10 MB');

const toStatusError = (status: number) => {
  const message = `The host answered with status ${status}`;
  return status < 500 && !TEMPORARY_STATUSES.includes(status) ? new PictureRefused(message) : new Error(message);
};
