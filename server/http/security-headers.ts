/**
 * The headers that every answer carries, pages, files and errors alike. The same for everyone, so they are part of what
 * the caches hold: a policy with a nonce could not be (docs/decisions).
 * @param origin the site's public address: with https, browsers are told to stay there (RFC 6797)
 */
export function securityHeaders(origin: string): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "style-src-attr 'unsafe-inline'",
      // An upload is shown at once by an address that the page makes itself (blob:): no copy of 10 MB in the page.
      "img-src 'self' data: blob: https: http:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), payment=(self), geolocation=(self)',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/**
 * The same for the page where cards are taken by Stripe's own script: that page alone may run it, show its frames and let it
 * ask its API (https://docs.stripe.com/security/guide#content-security-policy).
 */
export function openToStripe({ 'content-security-policy': policy, ...headers }: Record<string, string>) {
  if (policy === undefined) return headers;
  const opened = policy
    .replace("script-src 'self'", '$& https://js.stripe.com https://*.js.stripe.com')
    .replace("connect-src 'self'", '$& https://api.stripe.com')
    .concat('; frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com');
  return { ...headers, 'content-security-policy': opened };
}
