import type { FastifyReply, FastifyRequest } from 'fastify';
import { isToken } from '#server/platform/http/sessions.ts';

const COOKIE = 'guest';

/** The token of a browser that opened links of our emails; undefined if it has none. */
export function getGuestToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[request.server.siteCookies.toName(COOKIE)];
  return isToken(token) ? token : undefined;
}

/** Sets the cookie, which no script can read, and which is not sent with requests of other sites. */
export function setGuestCookie(reply: FastifyReply, token: string, maxAgeSeconds: number) {
  const { secure, toName } = reply.server.siteCookies;
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: maxAgeSeconds } as const;
  reply.setCookie(toName(COOKIE), token, attributes);
}

/** Deletes the cookie. */
export const clearGuestCookie = (reply: FastifyReply) => setGuestCookie(reply, '', 0);
