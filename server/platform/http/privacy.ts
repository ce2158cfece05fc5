import type { IncomingHttpHeaders } from 'node:http';
import { privacySchema } from '#contract/privacy.ts';
import type { Api } from './api.ts';

// The date of the first version of this statement, which tells which version of the standard applies.
const SUPPORTED_SINCE = '2026-11-20';

/**
 * Global Privacy Control (https://www.w3.org/TR/gpc/): `/.well-known/gpc.json` declares that the site respects the signal,
 * and `/api/privacy` tells a page whether the browser sends it, because pages are the same for everyone.
 */
export function privacyRoutes(api: Api) {
  api.get('/.well-known/gpc.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=86400');
    return { gpc: true, lastUpdate: SUPPORTED_SINCE };
  });

  api.get(
    '/api/privacy',
    {
      schema: {
        tags: ['Privacy'],
        summary: 'Report whether the request carries a Global Privacy Control signal',
        response: { 200: privacySchema },
      },
    },
    ({ headers }) => ({ gpc: sendsPrivacySignal(headers) }),
  );
}

/** Whether a request carries Global Privacy Control. */
export const sendsPrivacySignal = (headers: IncomingHttpHeaders): boolean => headers['sec-gpc'] === '1';
