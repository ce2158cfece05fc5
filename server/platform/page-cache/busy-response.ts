import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiErrorBody } from '#contract/api.ts';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language, splitLocalPath } from '#contract/i18n/languages.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { BUSY_MESSAGE } from '#server/platform/http/error-handler.ts';
import { getAcceptedLanguage, inLanguage } from '#server/platform/http/request-language.ts';
import { CachedResponse, sendCachedResponse } from './cached-response.ts';
import { escapeXml } from './escape-xml.ts';
import { type Caches, selectCache } from './response-cache.ts';
import type { WebBuild } from './web-build.ts';

const RETRY_AFTER_SECONDS = '5';
const LOG_INTERVAL_MS = 60_000;

/**
 * Makes what answers requests that are too many: a page, or JSON for the API. Nothing is rendered for it. It is logged once a minute.
 * While invalidations do not arrive, a page of before takes its place.
 */
export function createBusyResponder({
  caches,
  headers: commonHeaders,
  log,
  site,
  web,
}: {
  caches: Caches;
  headers: Record<string, string>;
  log: FastifyBaseLogger;
  /** The name of the site may change. */
  site: { name: string };
  web: WebBuild | undefined;
}): (request: IncomingMessage, response: ServerResponse) => void {
  const headers = { ...commonHeaders, 'cache-control': 'private, no-store', 'retry-after': RETRY_AFTER_SECONDS };
  const inEach = (create: (language: Language) => string, type: string) =>
    new Map(
      LANGUAGES.map((language) => {
        const named: Record<string, string> = language === DEFAULT_LANGUAGE ? {} : { 'content-language': language };
        const all = { ...headers, ...named, 'content-type': `${type}; charset=utf-8` };
        return [
          language,
          new CachedResponse(
            503,
            all,
            inLanguage(language, () => create(language)),
          ),
        ];
      }),
    );
  const json = inEach(
    () => JSON.stringify({ message: translateDefined(BUSY_MESSAGE) } satisfies ApiErrorBody),
    'application/json',
  );
  const createPages = (siteName: string) =>
    inEach((language) => toDocument(siteName, language, web?.getAssets('', language).styles ?? []), 'text/html');
  let pages = { siteName: site.name, responses: createPages(site.name) };
  let lastLogged = Number.NEGATIVE_INFINITY;
  return (request, response) => {
    if (performance.now() - lastLogged > LOG_INTERVAL_MS) {
      lastLogged = performance.now();
      log.warn('requests are refused, because too many come at a time');
    }
    const { method, url = '' } = request;
    const former = method === 'GET' || method === 'HEAD' ? selectCache(caches, url).getFormer(url) : undefined;
    if (pages.siteName !== site.name) pages = { siteName: site.name, responses: createPages(site.name) };
    const refusal = url.startsWith('/api/')
      ? json.get(getApiLanguage(request))
      : pages.responses.get(splitLocalPath(url).language);
    sendCachedResponse(request, response, former ?? (refusal as CachedResponse));
  };
}

/** The language in which a request of the API would be answered, whether or not that can be cached. */
function getApiLanguage(request: IncomingMessage): Language {
  const [, lang] = /[?&]lang=([a-z]+)(?:&|$)/.exec(request.url ?? '') ?? [];
  return isLanguage(lang) ? lang : getAcceptedLanguage(request);
}

/** As `web/base/layout/page-error.tsx` looks, without scripts. */
const toDocument = (siteName: string, language: Language, styles: string[]) =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<title>${escapeXml(t('The site is busy'))} | ${escapeXml(siteName)}</title></head>`,
    '<body><main class="mx-auto w-full max-w-page px-4 sm:px-6 py-16 md:py-24"><div class="max-w-measure border-l-4 pl-6">',
    `<h1 class="text-2xl md:text-3xl">${escapeXml(t('The site is busy'))}</h1>`,
    `<p class="mt-4 text-muted text-lg">${escapeXml(t('More people are here than we can serve right now. Please try again in a moment.'))}</p>`,
    '<p class="mt-8 flex flex-wrap gap-3">',
    `<a href="" class="button border-transparent bg-pacific text-on-pacific hover:bg-pacific-deep min-h-11 px-5 text-base">${escapeXml(t('Try again'))}</a>`,
    '</p></div></main></body></html>',
  ].join('');
