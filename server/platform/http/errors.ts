import type { ErrorCode } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import type { z } from '#contract/zod.ts';

/** An error that a verb throws and that `error-handler.ts` turns into the API's response. */
export class HttpError extends Error {
  readonly status: number;
  readonly issues?: { path: string; message: string }[];
  /** Whole seconds to wait before the next attempt: becomes the `Retry-After` header. */
  readonly retryAfter?: number;

  constructor(status: number, message: string, issues?: { path: string; message: string }[], retryAfter?: number) {
    super(message);
    this.status = status;
    this.issues = issues;
    this.retryAfter = retryAfter;
  }
}

/** 301: what a part of the address names has another name now. */
export class Moved extends HttpError {
  readonly from: string;
  readonly to: string;

  /**
   * @param from the part of the path, or the value of the query parameter
   * @param to the one that takes its place
   */
  constructor(from: string, to: string) {
    super(301, t('It has moved.'));
    this.from = from;
    this.to = to;
  }
}

/** 404: it does not exist, or the user may not know that it does. */
export class NotFound extends HttpError {
  constructor(message: string) {
    super(404, message);
  }
}

/** 410: it existed, and visitors could see it; it may come back. */
export class Gone extends HttpError {
  constructor(message: string) {
    super(410, message);
  }
}

/** 400: the input is invalid; `issues` says where. */
export class Invalid extends HttpError {
  constructor(message: string, issues?: { path: string; message: string }[]) {
    super(400, message, issues);
  }
}

/** 400 for input that a schema rejected, with the path and message of each issue. */
export const fromZodError = (message: string, { issues }: Pick<z.ZodError, 'issues'>) =>
  new Invalid(
    message,
    issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  );

/** 401: nobody is signed in, or the credentials are wrong. */
export class Unauthorized extends HttpError {
  constructor(message = t('Please sign in to continue.')) {
    super(401, message);
  }
}

/** 402: a payment is required first. */
export class PaymentRequired extends HttpError {
  constructor(message: string) {
    super(402, message);
  }
}

/** 403: the user is signed in but not permitted; `code` says what would change that, if anything. */
export class Forbidden extends HttpError {
  readonly code?: ErrorCode;

  constructor(message: string, code?: ErrorCode) {
    super(403, message);
    this.code = code;
  }
}

/** 403: a request that another site sent in the visitor's name. */
export class ForeignOrigin extends Forbidden {
  constructor() {
    super(t('This request didn’t come from our site.'));
  }
}

/** 409: it conflicts with the current state, such as a username that is taken; `issues` says where. */
export class Conflict extends HttpError {
  constructor(message: string, issues?: { path: string; message: string }[]) {
    super(409, message, issues);
  }
}

/** 429: a rate limit is exceeded; the next attempt can succeed in `retryAfter` seconds. */
export class TooManyRequests extends HttpError {
  /** @param what there was too much of, in the message */
  constructor(retryAfter: number, what: 'attempts' | 'emails' | 'previews' = 'attempts') {
    const minutes = Math.ceil(retryAfter / 60);
    super(
      429,
      t(
        'Too many {what, select, emails {emails} previews {previews} other {attempts}}. Try again in {minutes, plural, one {{minutes} minute} other {{minutes} minutes}}.',
        { what, minutes },
      ),
      undefined,
      retryAfter,
    );
  }
}

/** 503: temporarily not possible. The cause is logged, and is never part of the response. */
export class Unavailable extends HttpError {
  constructor(message: string, retryAfter: number, cause?: unknown) {
    super(503, message, undefined, retryAfter);
    this.cause = cause;
  }
}
