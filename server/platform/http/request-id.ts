import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createTrust } from './client-address.ts';

/** Identifies a request in the log, in its response and at the proxy. */
export const REQUEST_ID_HEADER = 'x-request-id';

// The id of a proxy is used if it needs no quotes anywhere.
const VALID_ID = /^[\w.-]{1,64}$/;

/**
 * Makes what gives each request of a visitor its id: that of a trusted proxy, else a random one. Fastify reads it from the header.
 * What is answered from memory has none, because all its visitors get the same bytes.
 */
export function createRequestIds(trustedProxies: string[]) {
  const isTrusted = createTrust(trustedProxies);
  return ({ headers, socket }: IncomingMessage, response: ServerResponse) => {
    const given = headers[REQUEST_ID_HEADER];
    const isUsable = typeof given === 'string' && VALID_ID.test(given) && isTrusted(socket.remoteAddress);
    const id = isUsable ? given : randomBytes(8).toString('hex');
    headers[REQUEST_ID_HEADER] = id;
    response.setHeader(REQUEST_ID_HEADER, id);
  };
}
