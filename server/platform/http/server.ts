import { Server } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Env } from '#server/platform/env/env.ts';
import { securityHeaders } from '#server/platform/http/security/security-headers.ts';
import type { Api } from './api.ts';
import { createTrust } from './client-address.ts';
import { sendNotFound } from './error-handler.ts';
import { loggerOptions } from './logging.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';

// The upload of a 10 MB picture at 700 kbit/s.
const REQUEST_TIMEOUT_MS = 120_000;
// Also of a connection that sends nothing. Slow headers are attacks, for the rest of a request there is more time.
const HEADERS_TIMEOUT_MS = 25_000;
const CHECK_INTERVAL_MS = 5_000;
const CLOSE_IDLE_INTERVAL_MS = 50;
// Proxies keep connections open, and learn from responses that these end. What they send over one that has ended, they may not repeat.
const DRAIN_MS = 1000;

/**
 * The HTTP server without routes.
 * @param log written to instead of standard output (tests)
 */
export function createServer(
  env: Pick<Env, 'LOG_LEVEL' | 'TRUSTED_PROXIES' | 'ORIGIN'>,
  log?: { write(line: string): void },
): Api {
  const http: Api = fastify({
    logger: loggerOptions(env, log),
    requestIdHeader: REQUEST_ID_HEADER,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: env.TRUSTED_PROXIES.length > 0 ? createTrust(env.TRUSTED_PROXIES) : false,
    bodyLimit: 100_000,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_INTERVAL_MS },
    forceCloseConnections: 'idle',
    // What arrives while the server closes is answered, and is the last of its connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    // An address that cannot be decoded or is too long is that of nothing. No hook runs for it.
    frameworkErrors: (_error, request: FastifyRequest, reply: FastifyReply) =>
      sendNotFound(request, reply.headers({ ...securityHeaders(env), 'cache-control': 'private, no-store' })),
  });
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);

  // Fastify closes the connections that are idle at that moment; one that still transfers a response becomes idle later.
  http.addHook('preClose', async () => {
    if (!http.server.listening) return;
    if (env.TRUSTED_PROXIES.length > 0) {
      // Only the listening socket: `close` of HTTP would end idle connections too, while a proxy may be sending.
      Server.prototype.close.call(http.server);
      await delay(DRAIN_MS);
    }
    // After a busy turn of the event loop timers come before what was received meanwhile: a connection is idle once that was read.
    await nextTurn();
    const closing = setInterval(() => setImmediate(() => http.server.closeIdleConnections()), CLOSE_IDLE_INTERVAL_MS);
    http.server.once('close', () => clearInterval(closing));
  });
  return http;
}
