import type { z } from '#contract/zod.ts';

/** An error that a verb throws and that one place (`app.ts`) turns into the API's answer. */
export class HttpError extends Error {
  readonly status: number;
  readonly issues?: { path: string; message: string }[];
  /** Whole seconds after which it is worth asking again: becomes the `Retry-After` header. */
  readonly retryAfter?: number;

  constructor(status: number, message: string, issues?: { path: string; message: string }[], retryAfter?: number) {
    super(message);
    this.status = status;
    this.issues = issues;
    this.retryAfter = retryAfter;
  }
}

/** 404: there is no such thing, or the asker may not know that there is. */
export class NotFound extends HttpError {
  constructor(message: string) {
    super(404, message);
  }
}

/** 400: the input cannot be what it should be; `issues` says where. */
export class Invalid extends HttpError {
  constructor(message: string, issues?: { path: string; message: string }[]) {
    super(400, message, issues);
  }
}

/** 400 for what a schema refused, with each of its issues at its field. */
export const fromZodError = (message: string, { issues }: Pick<z.ZodError, 'issues'>) =>
  new Invalid(
    message,
    issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  );

/** 401: nobody is signed in, or who they say they are was not proved. */
export class Unauthorized extends HttpError {
  constructor(message = 'Please sign in to go on.') {
    super(401, message);
  }
}

/** 402: it is done when it has been paid. */
export class PaymentRequired extends HttpError {
  constructor(message: string) {
    super(402, message);
  }
}

/** 403: we know who asks, and they may not. */
export class Forbidden extends HttpError {
  constructor(message: string) {
    super(403, message);
  }
}

/** 409: somebody else was first; `issues` says with what. */
export class Conflict extends HttpError {
  constructor(message: string, issues?: { path: string; message: string }[]) {
    super(409, message, issues);
  }
}

/** 429: asked too often; worth trying again in `retryAfter` seconds. */
export class TooManyRequests extends HttpError {
  constructor(retryAfter: number) {
    const minutes = Math.ceil(retryAfter / 60);
    super(
      429,
      `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      undefined,
      retryAfter,
    );
  }
}

/** 503: we cannot do it now, through no fault of the asker. The cause is logged, and never answered. */
export class Unavailable extends HttpError {
  constructor(message: string, retryAfter: number, cause?: unknown) {
    super(503, message, undefined, retryAfter);
    this.cause = cause;
  }
}
