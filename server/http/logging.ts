import type { FastifyServerOptions } from 'fastify';
import type { Env } from '#server/env.ts';

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
 * What is logged, and what never is: passwords, tokens, cookies and e-mail addresses. Requests are not logged; of an error
 * only what describes it, because PostgreSQL tells in its details which values it was about.
 * @param stream where it is written instead of to standard output
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
