import type { FastifyRequest } from 'fastify';
import type { Api } from './api.ts';
import { Forbidden, HttpError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes `multipart/form-data` instead of JSON, or either. */
    multipart?: boolean | 'or JSON';
    /** What comes here is proved by itself, by a signature or a token in its address: it may come from anywhere, in any form. */
    signed?: boolean;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses whatever would change something unless it comes from our own pages, so that no other site can act in a
 * visitor's name: the browser says so in `Sec-Fetch-Site` (Fetch Metadata), older ones in `Origin`. And it refuses the bodies
 * that a foreign form can send without asking us first.
 * See docs/decisions/0011-csrf-protection-by-origin.md.
 * @param origin the site's public address, to which `Origin` must be equal
 */
export function checkOrigin(api: Api, { origin }: { origin: string }) {
  api.addHook('onRequest', async (request) => {
    const { multipart, signed } = request.routeOptions.config;
    if (SAFE_METHODS.has(request.method) || signed) return;
    const site = request.headers['sec-fetch-site'];
    const isSameOrigin = site === undefined ? request.headers.origin === origin : site === 'same-origin';
    if (!isSameOrigin) throw new Forbidden('This request did not come from our pages.');

    const accepted = [
      ...(multipart ? ['multipart/form-data'] : []),
      ...(multipart === true ? [] : ['application/json']),
    ];
    if (hasBody(request) && !accepted.includes(mediaType(request) ?? ''))
      throw new HttpError(415, `What is sent here must be ${accepted.join(' or ')}.`);
  });
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const mediaType = ({ headers }: FastifyRequest) => headers['content-type']?.split(';')[0]?.trim().toLowerCase();
