import type { Api } from './api.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const SECURITY_TXT_DAYS = 180;

const schema = { hide: true };

/**
 * `/.well-known/security.txt` says where to report a vulnerability (RFC 9116), and `/.well-known/change-password` leads password
 * managers to the form that changes a password (https://www.w3.org/TR/change-password-url/).
 */
export function wellKnownRoutes(api: Api, { origin, supportEmail }: { origin: string; supportEmail: string }) {
  api.get('/.well-known/security.txt', { schema }, async (_request, reply) => {
    const expires = new Date(Math.floor(Date.now() / DAY_MS + SECURITY_TXT_DAYS) * DAY_MS);
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400');
    return [
      `Contact: mailto:${supportEmail}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${origin}/.well-known/security.txt`,
      '',
    ].join('\n');
  });

  api.get('/.well-known/change-password', { schema }, async (_request, reply) => reply.redirect('/account'));
}
