import { EMBED_SANDBOX } from '#contract/ownership/sharing/embed.ts';
import type { Env } from '#server/platform/env/env.ts';
import { CSP_REPORT_PATH } from './csp-reports.ts';

/** Hosts that a policy allows in addition to our own. */
type CspSources = Partial<Record<'img-src' | 'script-src' | 'connect-src' | 'frame-src', string[]>>;

// https://developers.google.com/tag-platform/security/guides/csp, without the hosts of Google signals, which are off.
const TAG_MANAGER: CspSources = {
  'img-src': ['https://*.googletagmanager.com', 'https://*.google-analytics.com'],
  'script-src': ['https://*.googletagmanager.com'],
  'connect-src': ['https://*.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
};

// The host of the script: https://support.google.com/adsense/answer/16283098. The hosts that it loads from are not documented:
// those that serve ads, and those that check traffic. See docs/decisions/0038-third-party-scripts-after-consent.md.
const AD_HOSTS = ['https://*.googlesyndication.com', 'https://*.doubleclick.net', 'https://*.adtrafficquality.google'];
const DISPLAY_ADS: CspSources = {
  'img-src': AD_HOSTS,
  'script-src': AD_HOSTS,
  'connect-src': AD_HOSTS,
  'frame-src': [...AD_HOSTS, 'https://www.google.com'],
};

// https://docs.stripe.com/security/guide#content-security-policy
const STRIPE: CspSources = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/**
 * The headers of every response: pages, files and errors. They are the same for everyone, because cached responses include
 * them; a policy with a nonce could not be cached (docs/decisions/0001-pages-depend-only-on-the-url.md). The policy allows other
 * hosts only where the environment configures them. With an https origin, browsers must keep using https (RFC 6797).
 */
export function securityHeaders({
  ORIGIN,
  GA_MEASUREMENT_ID,
  ADS_CLIENT_ID,
}: Pick<Env, 'ORIGIN' | 'GA_MEASUREMENT_ID' | 'ADS_CLIENT_ID'>): Record<string, string> {
  let policy = BASE_POLICY;
  if (GA_MEASUREMENT_ID) policy = addCspSources(policy, TAG_MANAGER);
  if (ADS_CLIENT_ID) policy = addCspSources(policy, DISPLAY_ADS);
  return {
    'content-security-policy': policy,
    'reporting-endpoints': `csp="${CSP_REPORT_PATH}"`,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), payment=(self), geolocation=(self)',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(ORIGIN.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/**
 * The headers of the checkout page, the only page that may run Stripe's script, show its frames and connect to its API.
 * See docs/decisions/0030-checkout.md.
 */
export function allowStripe({ 'content-security-policy': policy, ...headers }: Record<string, string>) {
  return policy === undefined ? headers : { ...headers, 'content-security-policy': addCspSources(policy, STRIPE) };
}

/**
 * The headers of what other sites may show in a frame (`/embed/…`). It runs no scripts, sends nothing and is a sandbox of its own, also
 * where the other site's frame is none.
 */
export function allowFraming({ 'content-security-policy': policy = '', ...headers }: Record<string, string>) {
  const isKept = (directive: string) =>
    /^(?:default|object|style|img|font|base|report)-|^style-src-attr/.test(directive);
  const framed = [
    ...policy.split('; ').filter(isKept),
    "form-action 'none'",
    'frame-ancestors *',
    `sandbox ${EMBED_SANDBOX}`,
  ].join('; ');
  return { ...headers, 'content-security-policy': framed };
}

const BASE_POLICY = [
  "default-src 'none'",
  // As the line before says already; some checks look for it by name.
  "object-src 'none'",
  "script-src 'self'",
  // The worker of MapLibre, a file of ours.
  "worker-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  // The preview of an upload is a blob: URL, which needs no copy of up to 10 MB in the page.
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  // Ads with HTML, which the answer isolates (docs/decisions/0169-booked-ads-are-chosen-by-the-server.md).
  "frame-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // `report-uri` is for browsers without `report-to`.
  'report-to csp',
  `report-uri ${CSP_REPORT_PATH}`,
].join('; ');

/** The policy with additional hosts for some directives. */
function addCspSources(policy: string, opening: CspSources): string {
  return Object.entries(opening).reduce((sum, [directive, hosts]) => {
    const known = new RegExp(`${directive} [^;]*`);
    const added = hosts.join(' ');
    return known.test(sum) ? sum.replace(known, `$& ${added}`) : `${sum}; ${directive} ${added}`;
  }, policy);
}
