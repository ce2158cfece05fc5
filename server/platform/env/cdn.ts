/** The caching proxy of `CDN_PURGE`: one that this program purges, and that may therefore keep pages. */
export type Cdn =
  | { kind: 'varnish'; urls: string[] }
  | { kind: 'fastly'; service: string; token: string; api: string }
  | { kind: 'cloudflare'; zone: string; token: string; api: string };

/** The surrogate key of everything that a proxy may keep. */
export const EVERYTHING_KEY = 'site';

const FASTLY_API = 'https://api.fastly.com';
const CLOUDFLARE_API = 'https://api.cloudflare.com/client/v4';

/**
 * Reads `CDN_PURGE`: `varnish:URL` (or several, separated by commas), `fastly:SERVICE` or `cloudflare:ZONE`.
 * @param token `CDN_PURGE_TOKEN`, for the latter two
 * @throws an error whose message says, without the token, which variable does not fit
 */
export function parseCdn(text: string, token: string | undefined): Cdn {
  const [, kind, target = ''] = /^(varnish|fastly|cloudflare):(.+)$/.exec(text) ?? [];
  if (kind === 'varnish') return { kind, urls: target.split(',').map(parseVarnishUrl) };
  if (!kind || !/^\w{8,64}$/.test(target))
    throw new Error('CDN_PURGE: must be varnish:URL, fastly:SERVICE or cloudflare:ZONE');
  if (token === undefined) throw new Error(`CDN_PURGE_TOKEN: must be set, a token of ${kind} that may purge`);
  return kind === 'fastly'
    ? { kind, service: target, token, api: FASTLY_API }
    : { kind: 'cloudflare', zone: target, token, api: CLOUDFLARE_API };
}

function parseVarnishUrl(text: string): string {
  const url = URL.parse(text.trim());
  const isBare = url && !url.username && !url.search && !url.hash;
  if (!isBare || !/^https?:$/.test(url.protocol))
    throw new Error('CDN_PURGE: must name addresses of Varnish, such as varnish:http://127.0.0.1:6082');
  return url.href;
}
