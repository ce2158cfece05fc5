import { z } from '#contract/zod.ts';
import type { Cdn } from '#server/platform/env/cdn.ts';
import { readBounded } from '#server/platform/http/bounded-body.ts';

/** A proxy, or the service of several, that is purged by requests. */
export interface PurgeTarget {
  /** The name for the log. */
  name: string;
  /** The most surrogate keys of a request. */
  maxKeys: number;
  /**
   * Removes what depends on these surrogate keys.
   * @throws {PurgeFailed} or the error of `fetch`
   */
  purge(keys: string[], signal?: AbortSignal): Promise<void>;
}

/** Thrown when the proxy refuses a purge. */
export class PurgeFailed extends Error {
  /** How long to wait before the next attempt, if the proxy says so. */
  readonly retryAfterMs: number | undefined;

  constructor(name: string, { status, headers }: Response) {
    super(`${name} responded to a purge with status ${status}.`);
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined;
  }
}

const TIMEOUT_MS = 5000;
const MAX_RESPONSE_BYTES = 64 * 1024;
// Varnish allows 8 kB for a header (http_req_hdr_len); the others name their limit.
const MAX_KEYS = { varnish: 60, fastly: 256, cloudflare: 100 };

const cloudflareResponseSchema = z.object({ success: z.literal(true) });

/** The targets of `CDN_PURGE`. */
export function createPurgeTargets(cdn: Cdn): PurgeTarget[] {
  const maxKeys = MAX_KEYS[cdn.kind];
  if (cdn.kind === 'varnish') return cdn.urls.map((url) => ({ name: url, maxKeys, purge: purgeVarnish(url) }));
  const purge = cdn.kind === 'fastly' ? purgeFastly(cdn) : purgeCloudflare(cdn);
  return [{ name: cdn.kind, maxKeys, purge }];
}

/** The header is what deploy/varnish.vcl expects. */
const purgeVarnish = (url: string) => async (keys: string[], signal?: AbortSignal) => {
  await send(url, url, { method: 'PURGE', headers: { 'xkey-purge': keys.join(' ') } }, signal);
};

/** https://www.fastly.com/documentation/reference/api/purging/ */
const purgeFastly =
  ({ api, service, token }: Extract<Cdn, { kind: 'fastly' }>) =>
  async (keys: string[], signal?: AbortSignal) => {
    const headers = { 'fastly-key': token, accept: 'application/json', 'surrogate-key': keys.join(' ') };
    await send('fastly', `${api}/service/${service}/purge`, { method: 'POST', headers }, signal);
  };

/** https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/ */
const purgeCloudflare =
  ({ api, zone, token }: Extract<Cdn, { kind: 'cloudflare' }>) =>
  async (keys: string[], signal?: AbortSignal) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify({ tags: keys }) };
    const body = await send('cloudflare', `${api}/zones/${zone}/purge_cache`, request, signal);
    cloudflareResponseSchema.parse(JSON.parse(body));
  };

async function send(name: string, url: string, request: RequestInit, stopped?: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = stopped ? AbortSignal.any([stopped, timeout]) : timeout;
  const response = await fetch(url, { ...request, signal, redirect: 'error' });
  const body = await readBounded(response.body, MAX_RESPONSE_BYTES, () => new Error(`${name} responded too much.`));
  if (!response.ok) throw new PurgeFailed(name, response);
  return body.toString('utf8');
}
