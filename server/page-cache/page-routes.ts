import type { Api } from '../http/api.ts';
import { sendCachedResponse } from './cached-response.ts';
import { canonicalPath, type PageRenderer } from './pages.ts';
import type { ResponseCache } from './response-cache.ts';
import type { WebBuild } from './web-build.ts';

/**
 * `GET *`: every address that no other route has is a page, also those that do not exist. Other spellings of a path are
 * redirected to the canonical one. Unknown addresses of the API are not pages.
 * @param onPage called with the `User-Agent` of each request that is answered with a page
 */
export function pageRoutes(
  http: Api,
  {
    pages,
    cache,
    onPage,
  }: {
    pages: PageRenderer;
    cache: ResponseCache;
    onPage: (userAgent: string | undefined) => void;
  },
) {
  http.route({
    method: ['GET', 'HEAD'],
    url: '*',
    schema: { hide: true },
    async handler(request, reply) {
      const { url = '' } = request.raw;
      if (url.startsWith('/api/')) return reply.callNotFound();
      const [path = '', query] = url.split('?');
      const canonical = canonicalPath(path);
      if (/.\/$|\/\//.test(path)) return reply.redirect(query === undefined ? canonical : `${canonical}?${query}`, 308);
      const page = await pages(url, request.ip);
      onPage(request.headers['user-agent']);
      reply.hijack();
      sendCachedResponse(request.raw, reply.raw, page, () => cache.resize(canonical, page));
    },
  });
}

/** Lets Vite answer first whatever is not the API's. */
export function serveDevelopment(http: Api, development: NonNullable<WebBuild['development']>) {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) return done();
    development.middleware(request.raw, reply.raw, done);
  });
}
