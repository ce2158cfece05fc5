/** An error that a verb throws and that one place (`app.ts`) turns into the API's answer. */
export class HttpError extends Error {
  readonly status: number;
  readonly issues?: { path: string; message: string }[];

  constructor(status: number, message: string, issues?: { path: string; message: string }[]) {
    super(message);
    this.status = status;
    this.issues = issues;
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
