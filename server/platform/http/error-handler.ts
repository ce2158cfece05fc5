import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ApiErrorBody } from '#contract/api.ts';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import { isDatabaseUnavailable, isTransactionConflict } from '#server/platform/db/unavailable.ts';
import type { Api } from './api.ts';
import { Forbidden, HttpError, Moved } from './errors.ts';
import { toLoggedPath } from './logging.ts';
import { replacePart } from './moved-urls.ts';
import type { Refusals } from './refusals.ts';
import { inLanguage } from './request-language.ts';

const INTERNAL_ERROR_MESSAGE = defineMessage('Something went wrong on our side. Please try again.');
const NOT_FOUND_MESSAGE = defineMessage('Page not found.');
const INVALID_MESSAGE = defineMessage('Invalid input');
// What Fastify says of a body that it does not read: as it is in English, and translated in other languages.
defineMessage('Request body is too large');
defineMessage('Unsupported Media Type');
defineMessage('Request body size did not match Content-Length');
defineMessage("Body cannot be empty when content-type is set to 'application/json'");
defineMessage("Body is not valid JSON but content-type is set to 'application/json'");
/** When too many visitors come at a time, when the database cannot be used, and when it has rolled back one of two changes that met. */
export const BUSY_MESSAGE = defineMessage('The site is busy. Please try again in a moment.');

/**
 * Turns thrown errors into the API's responses: a status and a message without internal details, which refers to the log if it
 * is our fault. A malformed id in an address is that of nothing.
 */
export function registerErrorHandler(api: Api, refusals: Refusals) {
  api.setErrorHandler((error, request, reply) => inLanguage(request.language, () => sendError(error, request, reply)));

  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const log = (err: unknown) => request.log.error({ err, path: toLoggedPath(request.url) }, 'request failed');
    if (error instanceof Moved) {
      const location = replacePart(request.url, error.from, error.to);
      return location ? reply.redirect(location, 301) : sendNotFound(request, reply);
    }
    if (error instanceof HttpError) {
      if (error.cause) log(error.cause);
      refusals.record(request, error, error.status);
      closeBeforeBody(request, error.status, reply);
      if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
      const code = error instanceof Forbidden ? error.code : undefined;
      return reply.code(error.status).send({ ...toErrorBody(error.message, error.issues), ...(code && { code }) });
    }
    if (hasZodFastifySchemaValidationErrors(error)) {
      const isId = error.validation.every(({ instancePath }) => instancePath === '/id');
      if (error.validationContext === 'params' && isId) return sendNotFound(request, reply);
      const issues = error.validation.map(({ instancePath, message }) => ({
        path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
        message: message ?? INVALID_MESSAGE,
      }));
      refusals.record(request, error, 400);
      return reply.code(400).send(toErrorBody(INVALID_MESSAGE, issues));
    }
    const { statusCode, message } = error as { statusCode?: number; message: string };
    if (statusCode && statusCode >= 400 && statusCode < 500) {
      refusals.record(request, error, statusCode);
      return reply.code(statusCode).send(toErrorBody(message));
    }
    log(error);
    if (isDatabaseUnavailable(error) || isTransactionConflict(error))
      return reply
        .code(503)
        .header('retry-after', '5')
        .send(toErrorBody(withReference(BUSY_MESSAGE, request)));
    return reply.code(500).send(toErrorBody(withReference(INTERNAL_ERROR_MESSAGE, request)));
  }
}

/** Lets people name the request whose error is in the log. */
const withReference = (message: string, { id }: FastifyRequest) =>
  t('{message} (Reference: {id})', { message: translateDefined(message), id });

// Refusals before the body is read, and of uploads that are too slow.
const UNREAD_STATUSES = new Set([401, 403, 404, 408, 415, 429, 503]);
// An upload of a picture, which is as much as proxies let pass.
const MAX_DISCARDED_BYTES = 11_000_000;

/**
 * Node.js reads the rest of a body to reuse the connection. So a client that sends a picture learns why it is refused: if the connection ended
 * while it sends, a proxy would make 502 of that, and a browser an error without a reason. A longer body is not read.
 */
function closeBeforeBody({ raw: { complete, headers } }: FastifyRequest, status: number, reply: FastifyReply) {
  const isLong = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > MAX_DISCARDED_BYTES;
  if (UNREAD_STATUSES.has(status) && isLong && !complete) reply.header('connection', 'close');
}

/** Handles requests to unknown addresses. */
export const sendNotFound = ({ language }: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send(inLanguage(language, () => toErrorBody(NOT_FOUND_MESSAGE)));

// A body of 100 kB can have thousands of faults, and their description eight times its size.
const MAX_ISSUES = 100;

/** In the language of the request: what a schema or a constant says is translated here. */
function toErrorBody(message: string, issues?: ApiErrorBody['issues']): ApiErrorBody {
  const body = { message: translateDefined(message) };
  if (!issues) return body;
  return {
    ...body,
    issues: issues.slice(0, MAX_ISSUES).map((issue) => ({ ...issue, message: translateDefined(issue.message) })),
  };
}
