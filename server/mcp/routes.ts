import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { HttpError } from '#server/platform/http/errors.ts';
import { inMemoryRateLimit } from '#server/platform/http/rate-limit.ts';
import { findKeyScopes } from '#server/platform/http/security/api-keys.ts';
import { describeServer } from './registry-entry.ts';

const MAX_BODY_BYTES = 64_000;
/** Of an address; what its messages make the API do has limits of its own. */
const RATE_LIMIT = { limit: 300, windowSeconds: 60 };
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const SERVER_ERROR = -32000;

const schema = { hide: true };

/**
 * `/mcp`: what assistants read and do, by the Model Context Protocol (https://modelcontextprotocol.io/specification/2026-07-28). Its tools use
 * the API. See docs/decisions/0187-assistants-use-the-api.md.
 */
export async function mcpRoutes(api: Api, { db, site }: { db: Kysely<DB>; site: { name: string; origin: string } }) {
  const consume = inMemoryRateLimit(RATE_LIMIT, 'allow');
  // A failure, as of a file that could not be read, is tried again by the next request.
  const handler = () =>
    (loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    }));
  let loading: ReturnType<typeof load> | undefined;
  const load = async () => {
    const { createHandler } = await import('./handler.ts');
    return createHandler(api, {
      ...site,
      findScopes: (authorization) => findKeyScopes(db, authorization),
      log: (err) => api.log.error({ err, path: '/mcp' }, 'request failed'),
    });
  };

  await api.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, text, done) => done(null, text),
    );
    scope.setErrorHandler((error, _request, reply) => sendRpcError(reply, error));

    scope.post('/mcp', { schema }, async (request, reply) => {
      const retryAfter = consume(getClientAddress(request));
      if (retryAfter > 0) {
        reply.header('retry-after', retryAfter);
        return sendRpcError(reply, new HttpError(429, 'Too many requests.'));
      }
      const body = parse(request.body as string);
      if (body === undefined) return sendRpcError(reply, new HttpError(400, 'Parse error'), PARSE_ERROR);
      // One message may do only so much.
      if (Array.isArray(body))
        return sendRpcError(reply, new HttpError(400, 'Batches are not supported.'), INVALID_REQUEST);
      return send(reply, await (await handler())(toRequest(request, site.origin), body, toCaller(request)));
    });
  });

  // A client of 2025 that asks for a session, or a browser.
  api.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    schema,
    handler: async (_request, reply) => {
      reply.header('allow', 'POST');
      throw new HttpError(405, t('Send messages with POST.'));
    },
  });

  api.get('/.well-known/mcp.json', { schema }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=86400');
    return describeServer(site);
  });
}

/** `undefined` for what is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Whatever the client accepts: the response is complete when it is sent, and small.
function toRequest({ headers }: FastifyRequest, origin: string): Request {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && name.startsWith('mcp-') ? [[name, value] as [string, string]] : [],
  );
  const accepted = [
    ['content-type', 'application/json'],
    ['accept', 'application/json, text/event-stream'],
  ] as [string, string][];
  return new Request(`${origin}/mcp`, { method: 'POST', headers: [...named, ...accepted] });
}

const toCaller = (request: FastifyRequest) => ({
  address: request.ip,
  authorization: request.headers.authorization,
  requestId: request.id,
});

async function send(reply: FastifyReply, response: Response) {
  const type = response.headers.get('content-type');
  if (type) reply.type(`${type}; charset=utf-8`);
  return reply.code(response.status).send(await response.text());
}

/** The error of a message that could not be read, so that its id is unknown. */
function sendRpcError(reply: FastifyReply, error: unknown, code = SERVER_ERROR) {
  const {
    status,
    statusCode = status ?? 500,
    message,
  } = error as { status?: number; statusCode?: number; message: string };
  if (statusCode >= 500) throw error;
  return reply.code(statusCode).send({ jsonrpc: '2.0', error: { code, message }, id: null });
}
