import type { FastifyRequest } from 'fastify';
import { toLocale } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { Api } from '#server/platform/http/api.ts';
import { sendNotFound } from '#server/platform/http/error-handler.ts';
import { ForeignOrigin, HttpError } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts `multipart/form-data` instead of JSON, or both. */
    multipart?: boolean | 'or JSON';
    /** The route accepts `application/octet-stream` instead of JSON. No form can send it without a CORS preflight. */
    octetStream?: boolean;
    /** A signature or a token in the URL authenticates the request, or it changes nothing: any origin and content type is accepted. */
    signed?: boolean;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects requests with unsafe methods that a browser sends from another site, so that none can act in a visitor's name, and
 * content types that only a form sends (docs/decisions/0011-csrf-protection-by-origin.md).
 * @param origin the site's public origin, which `Origin` must equal
 */
export function checkOrigin(api: Api, { origin }: { origin: string }) {
  const check = async (request: FastifyRequest) => {
    if (SAFE_METHODS.has(request.method)) return;
    const { multipart, octetStream } = request.routeOptions.config;
    if (isForeign(request, origin)) throw new ForeignOrigin();

    const accepted = [
      ...(multipart ? ['multipart/form-data'] : []),
      ...(octetStream ? ['application/octet-stream'] : []),
      ...(multipart === true || octetStream ? [] : ['application/json']),
    ];
    if (hasBody(request) && !accepted.includes(mediaType(request) ?? ''))
      throw new HttpError(415, t('Send this request as {types}.', { types: listTypes(accepted) }));
  };

  api.addHook('onRoute', (route) => {
    const isSafe = [route.method].flat().every((method) => SAFE_METHODS.has(method));
    if (!isSafe && !route.config?.signed) route.onRequest = [check, ...[route.onRequest ?? []].flat()];
  });
  // Unknown addresses are no routes.
  api.setNotFoundHandler({ preValidation: check }, sendNotFound);
}

/** Browsers send `Sec-Fetch-Site` (Fetch Metadata), older ones only `Origin`. What has neither comes from a script or a program. */
function isForeign({ headers }: FastifyRequest, ours: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  return site === undefined ? origin !== undefined && origin !== ours : site !== 'same-origin';
}

/** 'multipart/form-data or application/json'. */
const listTypes = (types: string[]) =>
  new Intl.ListFormat(toLocale(getLanguage()), { type: 'disjunction' }).format(types);

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const mediaType = ({ headers }: FastifyRequest) => headers['content-type']?.split(';')[0]?.trim().toLowerCase();
