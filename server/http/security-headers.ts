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
