import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** The Fastify instance that a noun's routes are added to: schemas are zod's. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response depends only on the URL and the content, never on the user, so it may be cached. */
    cacheable?: boolean;
  }
}

/**
 * Sets what a response depends on, in its `Surrogate-Key` header (`listing:12 city:irvine recent`). When a verb invalidates
 * one of the keys, every process drops the response and the pages made from it.
 * @param expiresAt when the response changes by itself: a listing in it expires then, or the featured ones rotate
 */
export function setSurrogateKeys(reply: FastifyReply, keys: Iterable<string>, expiresAt?: Date | null) {
  reply.header('surrogate-key', [...new Set(keys)].join(' '));
  if (expiresAt) reply.header('surrogate-until', expiresAt.toISOString());
}

/** Sets the URL of a list's next page in the `Link` header (RFC 8288): the request's own URL with another cursor. */
export function setNextLink(reply: FastifyReply, cursor: string | null) {
  if (!cursor) return;
  const next = new URL(reply.request.url, 'http://localhost');
  next.searchParams.set('cursor', cursor);
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
}
