import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { readBounded } from '#server/platform/http/bounded-body.ts';
import { isPublicAddress } from '#server/platform/public-address.ts';
import { AddressRefused, lookupPublicAddress } from './public-lookup.ts';

/** Gets what is on other servers. Only public addresses are connected to, unless it was opened for any. */
export interface HttpClient {
  /**
   * Sends a GET request, and follows redirects. Read the body to its end, or destroy it.
   * @throws {AddressRefused} when the URL, or one that it redirects to, is not of a public server
   * @throws {HttpStatusError} for any status but 200, 206 and 416
   */
  get(url: string, options?: RequestOptions): Promise<HttpResponse>;
  /** The text at a URL, tried again while failures may be temporary. @throws when it has more than `maxBytes` */
  getText(url: string, options: RequestOptions & { maxBytes: number }): Promise<string>;
  close(): Promise<void>;
}

interface RequestOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface HttpResponse {
  status: number;
  /** The URL that answered, after redirects. */
  url: string;
  getHeader(name: string): string | undefined;
  body: Readable;
  /** Ends the response without reading its body. */
  discard(): void;
}

/** How the network is reached. */
export interface HttpClientOptions {
  /** Whether private addresses and plain http are allowed: of a mirror that the operator names. */
  allowsPrivate?: boolean;
  /** The proxies of the environment: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`. A proxy looks names up itself. */
  proxies?: { https?: string | undefined; http?: string | undefined; except?: string | undefined };
  /** The time without any byte after which a connection counts as cut. */
  idleTimeoutMs?: number;
  /** The first pause before something is tried again; each further one is twice as long. */
  retryDelayMs?: number;
}

/** A status that is no success. */
export class HttpStatusError extends Error {
  readonly status: number;
  readonly url: string;
  constructor(status: number, url: string) {
    super(`${url} answered with status ${status}`);
    this.status = status;
    this.url = url;
  }
}

const MAX_REDIRECTS = 5;
const IDLE_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 5;
const MAX_DELAY_MS = 60_000;
const USER_AGENT = 'socal-local-sources/1';

const discard = (body: Readable) => {
  // It emits an error because it was not read to its end.
  body.on('error', () => {});
  body.destroy();
};

export function createHttpClient({
  allowsPrivate = false,
  proxies = {},
  idleTimeoutMs = IDLE_TIMEOUT_MS,
  retryDelayMs = 1000,
}: HttpClientOptions = {}): HttpClient {
  const options: Agent.Options = {
    connect: { timeout: CONNECT_TIMEOUT_MS, ...(!allowsPrivate && { lookup: lookupPublicAddress }) },
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  };
  const { https, http, except } = proxies;
  const dispatcher: Dispatcher =
    https || http
      ? new EnvHttpProxyAgent({ ...options, httpsProxy: https ?? '', httpProxy: http ?? '', noProxy: except ?? '' })
      : new Agent(options);
  const get = async (text: string, { headers = {}, signal }: RequestOptions = {}) => {
    let url = parseTarget(text, allowsPrivate);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await request(url, {
        dispatcher,
        headers: { 'user-agent': USER_AGENT, 'accept-encoding': 'identity', ...headers },
        ...(signal && { signal }),
      });
      const { statusCode: status, body } = response;
      const getHeader = (name: string) => [response.headers[name] ?? []].flat()[0];
      if (status === 200 || status === 206 || status === 416)
        return { status, url: url.href, getHeader, body, discard: () => discard(body) };
      await body.dump().catch(() => {});
      const location = getHeader('location');
      if (status < 300 || status >= 400 || !location) throw new HttpStatusError(status, url.href);
      url = parseTarget(location, allowsPrivate, url);
    }
    throw new AddressRefused(`${text} redirects more than ${MAX_REDIRECTS} times`);
  };
  return {
    get,
    getText: (url, { maxBytes, ...rest }) =>
      withRetries(
        async () => {
          const { body } = await get(url, rest);
          const tooLong = () => new AddressRefused(`${url} answers with more than ${maxBytes} bytes`);
          return (await readBounded(body, maxBytes, tooLong)).toString('utf8');
        },
        { retryDelayMs, signal: rest.signal },
      ),
    close: () => dispatcher.destroy(),
  };
}

/** Whether a further attempt may succeed. */
export const isTemporary = (error: unknown): boolean => {
  if (error instanceof AddressRefused || (error as Error).name === 'AbortError') return false;
  if ((error as { cause?: unknown }).cause instanceof AddressRefused) return false;
  if (error instanceof HttpStatusError) return error.status >= 500 || [408, 425, 429].includes(error.status);
  const { code = '' } = error as NodeJS.ErrnoException;
  return /^(UND_ERR_|ECONN|ETIMEDOUT|EPIPE|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENOTFOUND)/.test(code);
};

/** Tries something again while its failures may be temporary, after pauses that grow. */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  { retryDelayMs = 1000, signal }: { retryDelayMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<Result> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTemporary(error) || failures >= MAX_ATTEMPTS || signal?.aborted) throw error;
      await pauseBeforeRetry(failures, { retryDelayMs, signal });
    }
  }
}

/** Waits before the next attempt. */
export const pauseBeforeRetry = (
  failures: number,
  { retryDelayMs, signal }: { retryDelayMs: number; signal?: AbortSignal | undefined },
): Promise<void> =>
  delay(Math.min(MAX_DELAY_MS, retryDelayMs * 2 ** (failures - 1)), undefined, { ...(signal && { signal }) });

/** @throws {AddressRefused} for what is not on the public web; host names are checked when they are looked up */
export function parseTarget(text: string, allowsPrivate: boolean, base?: URL): URL {
  const url = URL.parse(text, base);
  if (!url || !(allowsPrivate ? ['http:', 'https:'] : ['https:']).includes(url.protocol))
    throw new AddressRefused(`${text} is no https address`);
  if (url.username !== '' || url.password !== '') throw new AddressRefused(`${url.host} is given with a password`);
  if (allowsPrivate) return url;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) ? !isPublicAddress(host) : !/\.[a-z][a-z-]*\.?$/i.test(host))
    throw new AddressRefused(`${host} is not on the public internet`);
  return url;
}
