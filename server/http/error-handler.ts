import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ApiErrorBody } from '#contract/api.ts';
import type { Api } from './api.ts';
import { HttpError } from './errors.ts';

const INTERNAL_ERROR_MESSAGE = 'Something went wrong on our side. Please try again.';
const NOT_FOUND_MESSAGE = 'There is nothing at this address.';
const UNAVAILABLE_MESSAGE = 'The site is busy. Please try again in a moment.';

// SQLSTATE classes and Node.js error codes of a database that is unreachable or overloaded, as opposed to a faulty query.
const DATABASE_UNAVAILABLE_CODES = /^(57P0\d|57014|53\d{3}|08\d{3}|ECONN\w+|ENOENT|EPIPE|ETIMEDOUT)$/;

/** Turns thrown errors into the API's responses: a status and a message without internal details. */
export function registerErrorHandler(api: Api) {
  api.setErrorHandler((error, request, reply) => {
    // Without the query, which can contain a token from an emailed link.
    const log = (err: unknown) => request.log.error({ err, path: request.url.split('?')[0] }, 'request failed');
    if (error instanceof HttpError) {
      if (error.cause) log(error.cause);
      if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
      return reply.code(error.status).send(toErrorBody(error.message, error.issues));
    }
    if (hasZodFastifySchemaValidationErrors(error)) {
      const issues = error.validation.map(({ instancePath, message }) => ({
        path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
        message: message ?? 'Invalid input',
      }));
      return reply.code(400).send(toErrorBody('Invalid input', issues));
    }
    const { statusCode, code, message } = error as { statusCode?: number; code?: string; message: string };
    if (statusCode && statusCode >= 400 && statusCode < 500) return reply.code(statusCode).send(toErrorBody(message));
    log(error);
    if (code && DATABASE_UNAVAILABLE_CODES.test(code))
      return reply.code(503).header('retry-after', '5').send(toErrorBody(UNAVAILABLE_MESSAGE));
    return reply.code(500).send(toErrorBody(INTERNAL_ERROR_MESSAGE));
  });
}

/** Handles requests to unknown addresses. */
export const sendNotFound = (_request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send(toErrorBody(NOT_FOUND_MESSAGE));

function toErrorBody(message: string, issues?: ApiErrorBody['issues']): ApiErrorBody {
  return issues ? { message, issues } : { message };
}
