import { privacySchema } from '#contract/privacy.ts';
import type { Api } from './api.ts';

// When it was first said. It tells which wording of the standard is meant.
const SUPPORTED_SINCE = '2026-11-20';

/**
 * What the Global Privacy Control needs of a site (https://www.w3.org/TR/gpc/): `/.well-known/gpc.json` says that the
 * signal is heeded, `/api/privacy` whether this browser sends it, for pages are the same for everybody.
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
        summary: 'Whether this request asks not to sell or share (Global Privacy Control)',
        response: { 200: privacySchema },
      },
    },
    (request) => ({ gpc: request.headers['sec-gpc'] === '1' }),
  );
}
