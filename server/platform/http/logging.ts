import type { FastifyServerOptions } from 'fastify';
import type { Env } from '#server/platform/env/env.ts';

const REDACTED_FIELDS = [
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'email',
  'cookie',
  'authorization',
  'set-cookie',
];

/**
 * Options of the log, which never contains passwords, tokens, cookies or email addresses. Requests are not logged. An error is
 * logged without PostgreSQL's details, which contain values.
 * @param stream written to instead of standard output
 */
export function loggerOptions(
  { LOG_LEVEL: level }: Pick<Env, 'LOG_LEVEL'>,
  stream?: { write(line: string): void },
): FastifyServerOptions['logger'] {
  return {
    level,
    ...(stream && { stream }),
    redact: {
      paths: REDACTED_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[hidden]',
    },
    serializers: {
      err: ({ name, message, code, stack }: Error & { code?: string }) => ({
        type: name,
        message,
        code,
        stack: stack ?? '',
      }),
    },
  };
}

/** The path of a request as logs have it: without the query, and without a token, such as that of the List-Unsubscribe header. */
export const toLoggedPath = (url: string): string =>
  (url.split('?', 1)[0] as string).replace(/(?<=\/)[\w-]{43}(?=\/|$)/g, '[hidden]');
